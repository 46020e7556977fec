import { describe, expect, it } from 'vitest';
import { gainAt } from './biquad.ts';
import { createDisplayFilter, designDisplayFilter } from './display-filter.ts';

describe('createDisplayFilter', () => {
  const monitor = { sampleRateHz: 250, highPassHz: 0.5, lowPassHz: 40, mainsHz: 50 as const };

  it('monitor mode passes the QRS band and removes wander, muscle and mains', () => {
    const filter = designDisplayFilter(monitor);
    expect(gainAt(filter, 10, 250)).toBeGreaterThan(0.97);
    expect(gainAt(filter, 0.05, 250)).toBeLessThan(0.02);
    expect(gainAt(filter, 50, 250)).toBeLessThan(1e-6);
    expect(gainAt(filter, 100, 250)).toBeLessThan(0.1);
  });

  it('starts at zero for any offset of the first sample', () => {
    const out = new Float32Array(50);
    createDisplayFilter(monitor).apply(new Float32Array(50).fill(900), out);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-3);
  });

  it('gives the same output for any block size', () => {
    const samples = Float32Array.from(
      { length: 1000 },
      (_, i) => Math.sin(i / 7) + 0.3 * Math.sin(i / 2),
    );
    const whole = new Float32Array(1000);
    const pieces = new Float32Array(1000);
    createDisplayFilter(monitor).apply(samples, whole);
    const filter = createDisplayFilter(monitor);
    for (let at = 0; at < 1000; at += 37)
      filter.apply(samples.subarray(at, at + 37), pieces.subarray(at, at + 37));
    expect(pieces).toEqual(whole);
  });

  it('outputs NaN for missing samples and continues after them', () => {
    const filter = createDisplayFilter(monitor);
    const out = new Float32Array(5);
    filter.apply(Int16Array.of(100, 100, -32_768, 100, 100), out);
    expect(Number.isNaN(out[2])).toBe(true);
    expect(out[3]).toBeCloseTo(0, 5);
  });

  it('settles at the new level after a reset', () => {
    const filter = createDisplayFilter(monitor);
    const out = new Float32Array(10);
    filter.apply(new Float32Array(10).fill(5), out);
    filter.reset();
    filter.apply(new Float32Array(10).fill(-400), out);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-3);
  });

  it('ignores cut-offs above half the sample rate', () => {
    expect(designDisplayFilter({ sampleRateHz: 50, lowPassHz: 40, mainsHz: 50 }).length).toBe(0);
    const out = new Float32Array(3);
    createDisplayFilter({ sampleRateHz: 50, lowPassHz: 40 }).apply(Float32Array.of(1, 2, 3), out);
    expect([...out]).toEqual([1, 2, 3]);
  });
});
