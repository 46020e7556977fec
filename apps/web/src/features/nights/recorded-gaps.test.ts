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

describe('gaps of a night', () => {
  it.each<[string, { from: number; to: number }[], number[][]]>([
    ['nothing for a complete recording', [hours(0, 24)], []],
    ['nothing for a longer recording', [hours(-1, 25)], []],
    ['everything without a recording', [], [[0, 24]]],
    [
      'the time before, between and after recordings',
      [hours(10, 12), hours(13, 18)],
      [
        [0, 10],
        [12, 13],
        [18, 24],
      ],
    ],
    [
      'most of the night for a short recording',
      [hours(10, 11)],
      [
        [0, 10],
        [11, 24],
      ],
    ],
    ['nothing between overlapping recordings', [hours(0, 13), hours(12, 24)], []],
  ])('the gaps are %s', (_what, recorded, expected) => expect(gaps(recorded)).toEqual(expected));

  it('gaps end at the present', () => {
    expect(gaps([hours(10, 12)], 12)).toEqual([[0, 10]]);
    expect(gaps([hours(10, 12)], 14)).toEqual([
      [0, 10],
      [12, 14 - 1 / 60],
    ]);
    expect(gaps([], 0)).toEqual([]);
  });

  it('gaps of a result are the epochs without data', () => {
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
    // A rate is known before there is enough data for a stage, and a drawn rate is no gap.
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
