import { describe, expect, it } from 'vitest';
import { planRecords, toSegments } from './edf-records.ts';

const whole = (seconds: number) => toSegments([], seconds);

describe('toSegments', () => {
  it('returns the stretches between gaps', () => {
    const gaps = [
      { startSeconds: 3, endSeconds: 10, recordedSeconds: 3 },
      { startSeconds: 12, endSeconds: 60, recordedSeconds: 5 },
    ];
    expect(toSegments(gaps, 9)).toEqual([
      { startSeconds: 0, recordedSeconds: 0, lengthSeconds: 3 },
      { startSeconds: 10, recordedSeconds: 3, lengthSeconds: 2 },
      { startSeconds: 60, recordedSeconds: 5, lengthSeconds: 4 },
    ]);
  });

  it('omits empty segments: a gap at the start or the end', () => {
    expect(
      toSegments(
        [
          { startSeconds: 0, endSeconds: 5, recordedSeconds: 0 },
          { startSeconds: 9, endSeconds: 20, recordedSeconds: 4 },
        ],
        4,
      ),
    ).toEqual([{ startSeconds: 5, recordedSeconds: 0, lengthSeconds: 4 }]);
  });
});

describe('planRecords', () => {
  it.each([
    ['whole rates', [250, 100], 30, 1, 30],
    ['a rate of half a sample', [25, 0.5], 30, 2, 15],
    ['12.8 Hz next to 100 Hz', [100, 12.8], 110, 5, 22],
    ['85.7 Hz', [85.7], 20, 10, 2],
    ['epochs of 30 s', [1 / 30], 600, 30, 20],
    ['days', [1 / 86_400], 864_000, 86_400, 10],
    ['a stretch of half a second', [100], 2.5, 0.5, 5],
    ['a rate too high for a record of a second', [40_000], 2, 0.5, 4],
  ])('plans whole records for %s', (_, rates, seconds, recordSeconds, count) => {
    const plan = planRecords(rates, whole(seconds));
    expect(plan).toMatchObject({ recordSeconds, paddedSeconds: 0 });
    expect(plan?.records).toHaveLength(count);
  });

  it('pads as little as possible, and not into the next segment', () => {
    expect(planRecords([1], whole(7.5))).toMatchObject({ recordSeconds: 1, paddedSeconds: 0.5 });
    const close = toSegments([{ startSeconds: 1.5, endSeconds: 1.6, recordedSeconds: 1.5 }], 3.5);
    expect(planRecords([1], close)).toBeNull();
    expect(planRecords([10], close)).toMatchObject({ recordSeconds: 0.5, paddedSeconds: 0 });
  });

  it('plans one record without duration if there are no signals', () => {
    expect(planRecords([], whole(0))).toEqual({
      recordSeconds: 0,
      records: [{ onsetSeconds: 0, recordedSeconds: 0, untilSeconds: 0 }],
      paddedSeconds: 0,
    });
  });

  it('returns null for a rate without a whole number of samples in any record', () => {
    expect(planRecords([Math.PI], whole(10))).toBeNull();
    expect(planRecords([250, 1 / 7], whole(70))).toBeNull();
  });
});
