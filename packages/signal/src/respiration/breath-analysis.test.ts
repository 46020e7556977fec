import { describe, expect, it } from 'vitest';
import { breathing, gaussian, seededRandom } from '../testing/synthetic-signals.ts';
import { createBreathAnalyser } from './breath-analysis.ts';

const analyse = (samples: ArrayLike<number>, rateHz = 10) =>
  createBreathAnalyser(rateHz, samples.length).analyse(Float64Array.from(samples), samples.length);

describe('createBreathAnalyser', () => {
  it('finds each breath at its position', () => {
    const { count, breathAt } = analyse(breathing(60, 10, 12));
    expect(count).toBe(12);
    for (let i = 1; i < count; i++)
      expect(Math.abs((breathAt[i] ?? 0) - (breathAt[i - 1] ?? 0) - 50)).toBeLessThanOrEqual(1);
  });

  it('gives half the swing as the amplitude', () => {
    expect(analyse(breathing(60, 10, 12, 3)).amplitude).toBeGreaterThan(2.6);
    expect(analyse(breathing(60, 10, 12, 3)).amplitude).toBeLessThan(3.4);
  });

  it('counts short, deep breaths once despite ripples between them', () => {
    const random = seededRandom(2);
    const samples = Float64Array.from({ length: 640 }, (_, i) => {
      const phase = (i % 100) / 10;
      return (
        Math.exp(-((phase - 3) ** 2) / 0.5) +
        0.08 * Math.sin(2 * Math.PI * 0.35 * (i / 10)) +
        0.01 * gaussian(random)
      );
    });
    expect(analyse(samples).ratePerMinute).toBeCloseTo(6, 1);
  });

  it('ignores a heart a third as strong', () => {
    const samples = breathing(60, 10, 14).map(
      (value, i) => value + 0.33 * Math.sin(2 * Math.PI * 1.15 * (i / 10)),
    );
    expect(analyse(samples).ratePerMinute).toBeCloseTo(14, 0);
  });

  it('ignores one movement ten times as large', () => {
    const samples = breathing(60, 10, 15);
    for (let i = 300; i < 310; i++) samples[i] = 12;
    expect(Math.abs(analyse(samples).ratePerMinute - 15)).toBeLessThan(1.5);
  });

  it('ignores drift', () => {
    expect(
      analyse(breathing(60, 10, 15).map((value, i) => value + i / 100)).ratePerMinute,
    ).toBeCloseTo(15, 0);
  });

  it('gives a high certainty for even breaths, less for uneven ones, and little for noise', () => {
    const even = analyse(breathing(60, 10, 15)).certainty;
    let phase = 0;
    const uneven = analyse(
      Float64Array.from({ length: 600 }, (_, i) => {
        phase += (2 * Math.PI * (12 + 6 * Math.sin(i / 40))) / 600;
        return Math.sin(phase) * (1 + 0.4 * Math.sin(i / 25));
      }),
    ).certainty;
    const random = seededRandom(3);
    const noise = analyse(Float64Array.from({ length: 600 }, () => gaussian(random))).certainty;
    expect(even).toBeGreaterThan(0.85);
    expect(uneven).toBeLessThan(even);
    expect(uneven).toBeGreaterThan(noise);
    expect(noise).toBeLessThan(0.5);
  });

  it('finds nothing in a flat line', () => {
    expect(analyse(new Float64Array(300))).toMatchObject({ count: 0, certainty: 0, amplitude: 0 });
  });
});
