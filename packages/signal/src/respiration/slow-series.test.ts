import { describe, expect, it } from 'vitest';
import { pushInBlocks } from '../testing/synthetic-signals.ts';
import { createSlowSeries } from './slow-series.ts';

const ramp = (length: number) => Float32Array.from({ length }, (_, i) => i);

describe('createSlowSeries', () => {
  it.each([
    [250, 10],
    [125, 125 / 13],
    [50, 10],
    [20, 10],
    [13, 13],
  ])('reduces %d Hz to %d Hz', (sampleRateHz, rateHz) => {
    expect(
      createSlowSeries({ sampleRateHz, channels: 1, keepSeconds: 10, scale: 1 }).rateHz,
    ).toBeCloseTo(rateHz, 9);
  });

  it('averages whole blocks, oldest first', () => {
    const series = createSlowSeries({ sampleRateHz: 50, channels: 1, keepSeconds: 10, scale: 2 });
    series.push(ramp(25), 0);
    const out = new Float64Array(10);
    expect(series.copyNewest(0, out)).toBe(5);
    expect([...out.subarray(0, 5)]).toEqual([4, 14, 24, 34, 44]);
    expect(series.newestMs()).toBeCloseTo(440);
  });

  it('keeps only the newest values', () => {
    const series = createSlowSeries({ sampleRateHz: 10, channels: 1, keepSeconds: 3, scale: 1 });
    series.push(ramp(100), 0);
    const out = new Float64Array(50);
    expect(series.copyNewest(0, out)).toBe(30);
    expect([out[0], out[29]]).toEqual([70, 99]);
    expect(series.size()).toBe(30);
  });

  it('keeps channels separate', () => {
    const series = createSlowSeries({ sampleRateHz: 10, channels: 3, keepSeconds: 3, scale: 1 });
    series.push(Float32Array.of(1, 10, 100, 2, 20, 200), 0);
    const out = new Float64Array(2);
    const channels = [0, 1, 2].map((channel) => {
      series.copyNewest(channel, out);
      return [...out];
    });
    expect(channels).toEqual([
      [1, 2],
      [10, 20],
      [100, 200],
    ]);
  });

  it('does not depend on how the samples are cut', () => {
    const results = [[1], [3, 7], [60]].map((frames) => {
      const series = createSlowSeries({ sampleRateHz: 50, channels: 1, keepSeconds: 10, scale: 1 });
      pushInBlocks(series, ramp(233), 50, { frames });
      const out = new Float64Array(100);
      series.copyNewest(0, out);
      return [...out, series.newestMs()];
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('averages measured samples and holds the last value over missing ones', () => {
    const series = createSlowSeries({ sampleRateHz: 20, channels: 1, keepSeconds: 3, scale: 1 });
    series.push(Int16Array.of(4, -32_768, -32_768, -32_768, 8, 10), 0);
    const out = new Float64Array(3);
    series.copyNewest(0, out);
    expect([...out]).toEqual([4, 4, 9]);
  });

  it('clears the series after a gap', () => {
    const series = createSlowSeries({ sampleRateHz: 10, channels: 1, keepSeconds: 3, scale: 1 });
    series.push(ramp(20), 0);
    series.push(ramp(1), 60_000);
    expect(series.size()).toBe(1);
    expect(series.newestMs()).toBe(60_000);
  });
});
