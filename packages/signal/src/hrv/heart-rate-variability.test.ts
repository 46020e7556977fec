import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { bandPower } from './band-power.ts';
import { cleanIntervals } from './clean-intervals.ts';
import { resampleIntervals } from './resample-intervals.ts';
import { heartRateVariability } from './heart-rate-variability.ts';

/** Beats with intervals of `intervalMs` at each time in seconds. */
function createBeats(seconds: number, intervalMs: (atSeconds: number) => number): number[] {
  const beats = [0];
  while ((beats.at(-1) ?? 0) < seconds)
    beats.push((beats.at(-1) ?? 0) + intervalMs(beats.at(-1) ?? 0) / 1000);
  return beats;
}

describe('cleanIntervals and resampleIntervals', () => {
  const steady = createBeats(120, () => 800);

  it('all intervals of a steady heart are normal', () => {
    expect(cleanIntervals(steady).normal.every((one) => one === 1)).toBe(true);
  });

  it('both intervals around an early beat and the double interval of a missed beat are excluded', () => {
    const early = steady.map((beat, i) => (i === 50 ? beat - 0.3 : beat));
    const dropped = Array.from(cleanIntervals(early).normal).flatMap((one, i) =>
      one === 1 ? [] : [i],
    );
    expect(dropped).toEqual([49, 50]);
    const missed = cleanIntervals(steady.filter((_, i) => i !== 60));
    expect(missed.normal[59]).toBe(0);
    expect(missed.normal.reduce((sum, one) => sum + one, 0)).toBe(missed.normal.length - 1);
  });

  it('two marks of one beat count as one', () => {
    expect(cleanIntervals([0, 1, 1.05, 2, 3]).intervalMs).toEqual(
      Float64Array.from([1000, 1000, 1000]),
    );
  });

  it('the even series has holes where the heart was not measured', () => {
    const hole = [
      ...createBeats(60, () => 1000),
      ...createBeats(60, () => 1000).map((beat) => beat + 100),
    ];
    const even = resampleIntervals(cleanIntervals(hole), {
      fromSeconds: 0,
      toSeconds: 160,
      rateHz: 2,
    });
    expect(even[40]).toBeCloseTo(1000, 9);
    expect(even[160]).toBeNaN();
    expect(even[240]).toBeCloseTo(1000, 9);
  });
});

describe('heartRateVariability', () => {
  it('matches the exact values for intervals that alternate by 60 ms', () => {
    const beats = [0];
    for (let i = 0; i < 400; i++) beats.push((beats.at(-1) ?? 0) + (i % 2 === 0 ? 0.77 : 0.83));
    const [window] = heartRateVariability(beats, 300);
    expect(window?.RMSSD).toBeCloseTo(60, 6);
    expect(window?.pNN50).toBe(100);
    expect(window?.SDNN).toBeCloseTo(30, 0);
    expect(window?.heartRate).toBeCloseTo(75, 1);
  });

  it('finds the power of breathing in the high band and of slower swings in the low one', () => {
    const breath = heartRateVariability(
      createBeats(301, (at) => 900 + 40 * Math.sin(2 * Math.PI * 0.25 * at)),
      300,
    )[0];
    expect(breath?.HF).toBeGreaterThan(0.85 * 800);
    expect(breath?.HF).toBeLessThan(1.15 * 800);
    expect(breath?.LFHF).toBeLessThan(0.1);
    const slow = heartRateVariability(
      createBeats(301, (at) => 900 + 40 * Math.sin(2 * Math.PI * 0.1 * at)),
      300,
    )[0];
    expect(slow?.LF).toBeGreaterThan(0.85 * 800);
    expect(slow?.LFHF).toBeGreaterThan(8);
  });

  it('gives NaN for a window with half of its beats missing', () => {
    const windows = heartRateVariability(
      createBeats(400, () => 850).filter((beat) => beat < 420 && (beat < 300 || beat > 330)),
      900,
    );
    expect(windows).toHaveLength(3);
    expect(windows[0]?.SDNN).toBeCloseTo(0, 6);
    expect(windows[1]?.SDNN).toBeNaN();
    expect(windows[2]?.coverage).toBe(0);
  });

  it('tolerates a few false beats', () => {
    const random = seededRandom(5);
    const beats = createBeats(301, (at) => 900 + 30 * Math.sin(2 * Math.PI * 0.22 * at));
    const disturbed = beats
      .filter((_, i) => i % 47 !== 20)
      .map((beat, i) => (i % 53 === 9 ? beat + 0.3 + 0.1 * random() : beat));
    const [clean] = heartRateVariability(beats, 300);
    const [dirty] = heartRateVariability(disturbed, 300);
    expect(Math.abs((dirty?.RMSSD ?? 0) - (clean?.RMSSD ?? 0))).toBeLessThan(12);
    expect(Math.abs((dirty?.heartRate ?? 0) - (clean?.heartRate ?? 0))).toBeLessThan(1);
  });
});

describe('bandPower', () => {
  it('equals half the squared amplitude of a sine in the band, and nothing outside', () => {
    const series = Float64Array.from(
      { length: 1200 },
      (_, i) => 5 + 0.01 * i + 3 * Math.sin((2 * Math.PI * 0.1 * i) / 4 + 1),
    );
    expect(bandPower(series, 0, 1200, 4, [0.05, 0.15])).toBeCloseTo(4.5, 1);
    expect(bandPower(series, 0, 1200, 4, [0.2, 0.4])).toBeLessThan(0.001);
  });

  it('counts missing values as the mean', () => {
    const series = new Float64Array(400)
      .fill(7)
      .map((value, i) => (i % 9 === 0 ? Number.NaN : value));
    expect(bandPower(series, 0, 400, 4, [0.01, 1])).toBeCloseTo(0, 12);
  });
});
