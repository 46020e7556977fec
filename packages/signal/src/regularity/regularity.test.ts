import { describe, expect, it } from 'vitest';
import { restActivityRhythm } from './rest-activity-rhythm.ts';
import { sleepEpisodes } from './sleep-episodes.ts';
import {
  circularMean,
  sleepMidpoint,
  sleepRegularityIndex,
  socialJetlag,
} from './sleep-regularity.ts';

const MINUTES = 1440;
/** Days of one label a minute, with the given sleeps in minutes from the first midnight. */
function createDays(days: number, ...sleeps: [number, number][]): Int8Array {
  return Int8Array.from({ length: days * MINUTES }, (_, minute) =>
    sleeps.some(([from, to]) => minute >= from && minute < to) ? 1 : 0,
  );
}

describe('sleep regularity', () => {
  it('the index is 100 for identical days and −100 for opposite days', () => {
    const steady = createDays(
      5,
      ...Array.from({ length: 5 }, (_, day): [number, number] => [
        day * MINUTES,
        day * MINUTES + 480,
      ]),
    );
    expect(sleepRegularityIndex(steady, MINUTES)).toBe(100);
    expect(sleepRegularityIndex(createDays(2, [0, MINUTES]), MINUTES)).toBe(-100);
  });

  it('the index falls with every hour that sleep shifts', () => {
    const shifted = createDays(2, [0, 480], [MINUTES + 60, MINUTES + 540]);
    expect(sleepRegularityIndex(shifted, MINUTES)).toBeCloseTo(100 - 200 * (120 / MINUTES), 9);
  });

  it('the index skips unknown epochs and is null for less than two days', () => {
    const gap = createDays(
      3,
      [0, 480],
      [MINUTES, MINUTES + 480],
      [2 * MINUTES, 2 * MINUTES + 480],
    ).map((label, minute) => (minute > 1600 && minute < 1700 ? -1 : label));
    expect(sleepRegularityIndex(gap, MINUTES)).toBe(100);
    expect(sleepRegularityIndex(createDays(1, [0, 480]), MINUTES)).toBeNull();
  });

  it('midpoints and means wrap around midnight', () => {
    expect(sleepMidpoint({ onsetMinutes: 23 * 60, wakeMinutes: 6 * 60 })).toBe(150);
    expect(sleepMidpoint({ onsetMinutes: 21 * 60, wakeMinutes: 25 * 60 })).toBe(23 * 60);
    expect(circularMean([23 * 60, 60])).toBeCloseTo(0, 6);
  });

  it('social jetlag is the shorter distance on the circle', () => {
    const span = (onset: number, wake: number) => ({
      onsetMinutes: onset * 60,
      wakeMinutes: wake * 60,
    });
    expect(socialJetlag([span(22, 6), span(23, 7)], [span(25, 9)])).toBeCloseTo(150, 6);
    expect(socialJetlag([span(19, 27)], [span(21, 29)])).toBeCloseTo(120, 6);
    expect(socialJetlag([], [span(1, 9)])).toBeNull();
  });
});

describe('restActivityRhythm', () => {
  it('reports full stability for identical days', () => {
    const days = Float64Array.from({ length: 24 * 5 }, (_, hour) =>
      hour % 24 >= 8 && hour % 24 < 22 ? 100 : 2,
    );
    const rhythm = restActivityRhythm(days, 1);
    expect(rhythm.IS).toBeCloseTo(1, 9);
    expect(rhythm.RA).toBeCloseTo(98 / 102, 9);
    expect(rhythm.M10).toEqual({ mean: 100, startHour: 8 });
    expect(rhythm.L5?.mean).toBe(2);
  });

  it('reports maximal fragmentation for alternating hours', () => {
    const days = Float64Array.from({ length: 24 * 4 }, (_, hour) => hour % 2);
    expect(restActivityRhythm(days, 1).IV).toBeCloseTo(4, 9);
  });

  it('reports a variability of 2 and low stability for random activity', () => {
    let state = 1;
    const noise = Float64Array.from(
      { length: 24 * 60 },
      () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647,
    );
    const rhythm = restActivityRhythm(noise, 1);
    expect(rhythm.IV).toBeCloseTo(2, 0);
    expect(rhythm.IS).toBeLessThan(0.05);
  });

  it('skips hours without data, and gives no IS and IV for less than two days', () => {
    const days = Float64Array.from({ length: 24 * 4 }, (_, hour) =>
      hour === 30 ? Number.NaN : hour % 24 < 8 ? 0 : 10,
    );
    expect(restActivityRhythm(days, 1).IS).toBeCloseTo(1, 1);
    expect(restActivityRhythm(days.subarray(0, 40), 1)).toMatchObject({
      IS: null,
      IV: null,
      RA: 1,
    });
  });
});

describe('sleepEpisodes', () => {
  it('finds the main sleep and a nap', () => {
    const found = sleepEpisodes(createDays(1, [0, 200], [215, 420], [800, 840], [1000, 1010]), 60);
    expect(
      found.map(({ kind, fromEpoch, toEpoch, minutesAsleep }) => [
        kind,
        fromEpoch,
        toEpoch,
        minutesAsleep,
      ]),
    ).toEqual([
      ['main', 0, 420, 405],
      ['nap', 800, 840, 40],
    ]);
  });

  it("finds a day sleeper's main sleep by day", () => {
    const found = sleepEpisodes(createDays(1, [60, 90], [540, 960]), 60);
    expect(found.map(({ kind }) => kind)).toEqual(['nap', 'main']);
  });

  it('finds both parts of a split night', () => {
    const found = sleepEpisodes(createDays(1, [0, 210], [330, 510]), 60);
    expect(found.map(({ kind }) => kind)).toEqual(['main', 'secondPart']);
    expect(sleepEpisodes(createDays(1, [0, 420], [900, 990]), 60).map(({ kind }) => kind)).toEqual([
      'main',
      'nap',
    ]);
  });

  it('does not extend sleep by unknown epochs', () => {
    const labels = createDays(1, [0, 200], [300, 500]).map((label, minute) =>
      minute >= 200 && minute < 250 ? -1 : label,
    );
    expect(sleepEpisodes(labels, 60).map(({ fromEpoch, toEpoch }) => [fromEpoch, toEpoch])).toEqual(
      [
        [0, 200],
        [300, 500],
      ],
    );
    expect(sleepEpisodes(new Int8Array(100).fill(-1), 60)).toEqual([]);
  });
});
