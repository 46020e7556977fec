import { describe, expect, it } from 'vitest';
import { missingStretches } from './night-stages.ts';
import { gapsOf } from './recorded-gaps.ts';

const HOUR_MS = 3_600_000;
const night = { fromMs: 0, toMs: 24 * HOUR_MS };
const hours = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS });
const gaps = (recorded: { from: number; to: number }[], nowHour = 48) =>
  gapsOf(night, recorded, nowHour * HOUR_MS).map(({ fromMs, toMs }) => [
    fromMs / HOUR_MS,
    toMs / HOUR_MS,
  ]);

describe('what is missing of a night', () => {
  it.each<[string, { from: number; to: number }[], number[][]]>([
    ['nothing of a whole recording', [hours(0, 24)], []],
    ['nothing of one that is longer', [hours(-1, 25)], []],
    ['all without a recording', [], [[0, 24]]],
    [
      'what is before, between and after',
      [hours(10, 12), hours(13, 18)],
      [
        [0, 10],
        [12, 13],
        [18, 24],
      ],
    ],
    [
      'most of it for a short one',
      [hours(10, 11)],
      [
        [0, 10],
        [11, 24],
      ],
    ],
    ['nothing between what overlaps', [hours(0, 13), hours(12, 24)], []],
  ])('is %s', (_what, recorded, expected) => expect(gaps(recorded)).toEqual(expected));

  it('does not reach into what has not come yet', () => {
    expect(gaps([hours(10, 12)], 12)).toEqual([[0, 10]]);
    expect(gaps([hours(10, 12)], 14)).toEqual([
      [0, 10],
      [12, 14 - 1 / 60],
    ]);
    expect(gaps([], 0)).toEqual([]);
  });

  it('is of a result what it could say nothing of', () => {
    const at = (epoch: number): number => epoch * 30_000;
    expect(
      missingStretches({
        from: new Date(0),
        trends: null,
        epochs: ['missing', 'wake', 'asleep', 'missing', 'missing', 'deep'],
      }),
    ).toEqual([
      { fromMs: at(0), toMs: at(1) },
      { fromMs: at(3), toMs: at(5) },
    ]);
    // A rate is known before there is enough for a stage: what is drawn is no gap.
    const trends = {
      heartRate: [null, 61, null],
      respirationRate: [null, null, null],
      movement: [null, null, 0],
      temperature: [],
      heartRateBand: null,
      respirationRateBand: null,
      posture: [],
    };
    expect(
      missingStretches({
        from: new Date(0),
        trends,
        epochs: ['missing', 'missing', 'missing', 'missing', 'missing', 'wake'],
      }),
    ).toEqual([{ fromMs: at(0), toMs: at(2) }]);
  });
});
