import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { apneaFeatures, apneaInputs } from './apnea-features.ts';
import { apneaMinutes, eventClass } from './apnea-minutes.ts';
import apneaModel from './apnea-model.json' with { type: 'json' };
import { cycleSpectrum, regularity } from './cycle-spectrum.ts';
import { cyclePeaks } from './heart-rate-cycles.ts';

interface Heart {
  swinging?: (minute: number) => boolean;
  periodSeconds?: number;
  fromSeconds?: number;
  usualMs?: number;
}

/**
 * Beats about 950 ms apart with respiratory sinus arrhythmia, and a swing of 120 ms every
 * `periodSeconds` in the given minutes.
 */
function beats(
  minutes: number,
  { swinging = () => false, periodSeconds = 50, fromSeconds = 0, usualMs = 950 }: Heart = {},
): number[] {
  const random = seededRandom(5);
  const times = [0];
  for (let now = 0; now < minutes * 60; now = times.at(-1) ?? 0) {
    const swing = swinging(Math.floor(now / 60))
      ? 120 * Math.sin((2 * Math.PI * now) / periodSeconds)
      : 0;
    times.push(
      now +
        ((usualMs / 950) *
          (950 + swing + 15 * Math.sin(2 * Math.PI * 0.25 * now) + 8 * (random() - 0.5))) /
          1000,
    );
  }
  return times.map((time) => time + fromSeconds);
}
const inputAt = (rows: readonly Float64Array[], name: string) => {
  const at = apneaInputs.indexOf(name);
  if (at < 0) throw new Error(`no input ${name}`);
  return rows.map((row) => row[at] ?? Number.NaN);
};
const half = (minute: number) => minute >= 20 && minute < 40;

describe('apneaFeatures', () => {
  const rows = apneaFeatures(beats(60, { swinging: half }), 60);

  it('copies the values of neighbouring minutes, repeating the first and last minute beyond the ends', () => {
    for (const [name, of] of [
      ['cycle power', 'cycle power 5 min'],
      ['regularity', 'regularity 5 min'],
    ] as const) {
      const own = inputAt(rows, of);
      for (const apart of [-6, -1, 1, 4]) {
        const near = inputAt(rows, `${name} ${apart} min away`);
        expect(near).toEqual(
          own.map((_, minute) => own[Math.min(59, Math.max(0, minute + apart))]),
        );
      }
    }
  });

  it('ranks the minutes of the night by power, from 0', () => {
    const rank = inputAt(rows, 'cycle power rank');
    const power = inputAt(rows, 'cycle power 5 min');
    expect(rank.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_, index) => index / 60),
    );
    expect(rank.indexOf(Math.max(...rank))).toBe(power.indexOf(Math.max(...power)));
  });

  it("repeats the night's values in every row", () => {
    for (const name of ['night share', 'night power', 'night regularity'])
      expect(new Set(inputAt(rows, name)).size).toBe(1);
  });

  it('counts one cycle every 50 s where there are any, and none elsewhere', () => {
    const cycles = inputAt(rows, 'cycles 5 min');
    // Five minutes hold six cycles.
    for (const minute of [24, 30, 35])
      expect(Math.abs((cycles[minute] ?? 0) - 6)).toBeLessThanOrEqual(1);
    for (const minute of [5, 14, 46, 55]) expect(cycles[minute]).toBe(0);
    const depth = inputAt(rows, 'depth 3 min');
    expect(depth[30]).toBeGreaterThan(0.15);
    expect(depth[10]).toBe(0);
  });

  it('gives the lag at which the heart rate repeats', () => {
    for (const periodSeconds of [30, 40, 60]) {
      const lags = inputAt(
        apneaFeatures(beats(20, { swinging: () => true, periodSeconds }), 20),
        'lag 5 min',
      );
      // A pattern that repeats every half minute also repeats every minute.
      for (const lag of lags.slice(4, 16))
        expect(Math.abs(lag - periodSeconds * Math.round(lag / periodSeconds))).toBeLessThanOrEqual(
          2,
        );
    }
  });

  it('gives the share of the minute covered by normal intervals', () => {
    const silent = beats(12).filter((beat) => beat < 300 || beat >= 420);
    const share = inputAt(apneaFeatures(silent, 12), 'normal share');
    for (const minute of [0, 1, 3, 8, 10])
      expect(Math.abs((share[minute] ?? 0) - 1)).toBeLessThan(0.04);
    expect([share[5], share[6]]).toEqual([0, 0]);
    const ectopic = beats(12).map((beat, i) => (i % 10 === 5 ? beat - 0.35 : beat));
    expect(inputAt(apneaFeatures(ectopic, 12), 'normal share')[5]).toBeCloseTo(0.8, 1);
  });

  it('does not depend on the mean heart rate', () => {
    const slow = inputAt(
      apneaFeatures(beats(60, { swinging: half, usualMs: 1140 }), 60),
      'cycle power 5 min',
    );
    const usual = inputAt(rows, 'cycle power 5 min');
    for (const minute of [25, 30, 35]) expect(slow[minute]).toBeCloseTo(usual[minute] ?? 0, 0);
  });

  it("does not depend on the start of the recording, except for the night's values", () => {
    const later = apneaFeatures(beats(60, { swinging: half, fromSeconds: 600 }), 70);
    for (const name of ['cycle share 5 min', 'regularity 5 min', 'spread 3 min', 'cycles 5 min']) {
      const early = inputAt(rows, name);
      const late = inputAt(later, name);
      for (const minute of [18, 30, 50])
        expect(late[minute + 10]).toBeCloseTo(early[minute] ?? 0, 1);
    }
  });
});

describe('apneaMinutes', () => {
  it('derives events an hour from the fitted power law, and the class from those', () => {
    for (const upTo of [0, 10, 30, 60]) {
      const found = apneaMinutes(beats(80, { swinging: (minute) => minute < upTo }), 80);
      const perHour = (60 * found.minutes.reduce((sum, one) => sum + one, 0)) / 80;
      expect(found.eventsPerHour).toBeCloseTo(
        perHour === 0 ? 0 : apneaModel.rateFactor * perHour ** apneaModel.rateExponent,
        9,
      );
      expect(found.class).toBe(eventClass(found.eventsPerHour));
    }
  });

  it('finds more minutes the longer the cycles last', () => {
    const counts = [0, 20, 40, 60].map(
      (upTo) => apneaMinutes(beats(80, { swinging: (minute) => minute < upTo }), 80).eventsPerHour,
    );
    expect(counts.toSorted((one, other) => one - other)).toEqual(counts);
    expect((counts[3] ?? 0) - (counts[0] ?? 0)).toBeGreaterThan(20);
  });
});

describe('cyclePeaks', () => {
  const RATE_HZ = 2;
  const wave = (minutes: number, periodSeconds: number, size: number) =>
    Float64Array.from(
      { length: minutes * 60 * RATE_HZ },
      (_, i) => size * Math.cos((2 * Math.PI * i) / RATE_HZ / periodSeconds),
    );

  it.each([25, 30, 40, 60, 75])('counts single cycles of %d s', (periodSeconds) => {
    const peaks = cyclePeaks(wave(10, periodSeconds, 0.1), RATE_HZ, 10);
    expect(Math.abs(peaks.count(2, 8) - 360 / periodSeconds)).toBeLessThanOrEqual(1);
    expect(peaks.count(0, 5) + peaks.count(5, 10)).toBe(peaks.count(0, 10));
    expect(peaks.evenness(2, 8)).toBeGreaterThan(0.95);
  });

  it('ignores swings that are small or as fast as a breath', () => {
    expect(cyclePeaks(wave(10, 40, 0.012), RATE_HZ, 10).count(0, 10)).toBe(0);
    expect(cyclePeaks(wave(10, 4, 0.05), RATE_HZ, 10).count(0, 10)).toBe(0);
  });

  it('gives a depth proportional to the swing', () => {
    const [one, two] = [0.08, 0.16].map((size) =>
      cyclePeaks(wave(10, 50, size), RATE_HZ, 10).depth(3, 8),
    ) as [number, number];
    expect(two / one).toBeCloseTo(2, 2);
  });

  it('skips missing samples', () => {
    const holed = wave(10, 50, 0.1).map((value, i) => (i % 20 < 3 ? Number.NaN : value));
    expect(Math.abs(cyclePeaks(holed, RATE_HZ, 10).count(2, 8) - 7)).toBeLessThanOrEqual(1);
  });
});

describe('cycleSpectrum and regularity', () => {
  const slow = (seconds: number, periodSeconds: number, noise = 0, seed = 1) => {
    const random = seededRandom(seed);
    return Float64Array.from(
      { length: seconds / 2 },
      (_, i) => Math.sin((4 * Math.PI * i) / periodSeconds) + noise * (random() - 0.5),
    );
  };

  it.each([
    [100, 1],
    [70, 2],
    [50, 3],
    [39, 4],
    [29, 5],
    [20, 6],
    [12, 7],
  ])('a swing of %d s falls into band %d', (periodSeconds, band) => {
    const { shares } = cycleSpectrum(slow(600, periodSeconds), 0, 300, 0.5);
    expect(shares.indexOf(Math.max(...shares))).toBe(band);
  });

  it('the shares sum to one, apart from their small floor', () => {
    for (const seed of [1, 2, 3]) {
      const { shares, cycleShare } = cycleSpectrum(slow(300, 45, 3, seed), 0, 150, 0.5);
      const plain = shares.map((share) => Math.exp(share) - 0.003);
      expect(plain.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      expect(plain.slice(2, 6).reduce((sum, share) => sum + share, 0)).toBeCloseTo(cycleShare, 6);
    }
  });

  it('noise lowers regularity and cycle share', () => {
    const best = [0, 1, 3, 12].map(
      (noise) => regularity(slow(300, 40, noise, 3), 0, 150, 0.5).best,
    );
    expect(best.toSorted((one, other) => other - one)).toEqual(best);
    expect((best[0] ?? 0) - (best[3] ?? 0)).toBeGreaterThan(0.5);
  });

  it('regularity and shares do not depend on the size of the swing', () => {
    const series = slow(300, 40, 1);
    const [one, other] = [series, series.map((value) => 0.125 * value)].map((values) =>
      regularity(values, 0, 150, 0.5),
    );
    expect(other?.best).toBeCloseTo(one?.best ?? 0, 9);
    expect(other?.lag).toBe(one?.lag);
  });
});
