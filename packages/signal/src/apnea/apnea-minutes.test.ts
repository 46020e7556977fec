import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { apneaFeatures, apneaInputs } from './apnea-features.ts';
import { apneaMinutes, eventClass } from './apnea-minutes.ts';
import apneaModel from './apnea-model.json' with { type: 'json' };
import { cyclePeaks } from './heart-rate-cycles.ts';

/**
 * Beats with respiratory sinus arrhythmia whose interval also swings by ±`swingMs` every 50 s in
 * the given minutes.
 */
function beats(minutes: number, swinging: (minute: number) => boolean, swingMs = 120): number[] {
  const random = seededRandom(21);
  const times = [0];
  for (let now = 0; now < minutes * 60; now = times.at(-1) ?? 0) {
    const swing = swinging(Math.floor(now / 60)) ? swingMs * Math.sin((2 * Math.PI * now) / 50) : 0;
    times.push(
      now + (950 + swing + 15 * Math.sin(2 * Math.PI * 0.25 * now) + 8 * (random() - 0.5)) / 1000,
    );
  }
  return times;
}

describe('apneaMinutes', () => {
  it('finds minutes in which the heart rate cycles, and no others', () => {
    const { minutes, probability } = apneaMinutes(
      beats(180, (minute) => minute >= 60 && minute < 120),
      180,
    );
    expect(minutes.subarray(64, 116).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(46);
    expect(minutes.subarray(0, 55).reduce((sum, one) => sum + one, 0)).toBeLessThan(3);
    expect(minutes.subarray(126).reduce((sum, one) => sum + one, 0)).toBeLessThan(3);
    for (const [minute, share] of probability.entries())
      expect(minutes[minute]).toBe(share >= apneaModel.apneaFrom ? 1 : 0);
  });

  it('derives the class from the number of minutes', () => {
    expect(
      apneaMinutes(
        beats(180, () => false),
        180,
      ).class,
    ).toBe('none');
    expect(
      apneaMinutes(
        beats(240, (minute) => minute > 60),
        240,
      ).class,
    ).toBe('severe');
    expect([4.9, 5, 15, 30].map(eventClass)).toEqual(['none', 'mild', 'moderate', 'severe']);
  });

  it('handles no beats, few beats and beats that stop', () => {
    expect(apneaMinutes([], 3).minutes).toHaveLength(3);
    expect(apneaMinutes([], 0)).toMatchObject({ eventsPerHour: 0, class: 'none' });
    const stops = apneaMinutes(
      beats(60, () => false),
      90,
    );
    expect([...stops.probability].every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  it('uses a model with the inputs of the features', () => {
    expect(apneaModel.trees.inputs).toEqual([...apneaInputs]);
    for (const row of apneaFeatures(
      beats(12, () => false),
      12,
    ))
      expect(row).toHaveLength(apneaInputs.length);
  });
});

describe('cyclePeaks', () => {
  const series = Float64Array.from({ length: 2 * 600 }, (_, i) =>
    i > 240 && i < 840 ? 0.1 * Math.sin((2 * Math.PI * i) / 100) : 0,
  );
  const peaks = cyclePeaks(series, 2, 10);

  it('counts single cycles', () => {
    expect([3, 4]).toContain(peaks.count(3, 6));
    expect(peaks.count(0, 1)).toBe(0);
  });

  it('measures depth and evenness', () => {
    expect(peaks.depth(3, 6)).toBeGreaterThan(0.15);
    expect(peaks.depth(3, 6)).toBeLessThan(0.25);
    expect(peaks.evenness(2, 7)).toBeGreaterThan(0.95);
    expect(peaks.evenness(0, 1)).toBe(0);
  });
});
