import { toCourse, type SleepStage } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  correctedStages,
  presenceStretches,
  recordedStretch,
  sleptStretch,
  missingStretches,
  findGaps,
} from './night-stages.ts';
import type { Night } from './api.ts';

const from = new Date('2026-11-20T03:00:00Z');
const at = (epoch: number): Date => new Date(from.getTime() + epoch * 30_000);
const epochs: SleepStage[] = [
  'missing',
  'wake',
  'light',
  'deep',
  'light',
  'wake',
  'missing',
  'missing',
];
const edit = (
  id: string,
  first: number,
  end: number,
  stage: SleepStage,
  minute: number,
  undone = false,
): Night['edits'][number] => ({
  id,
  from: at(first),
  to: at(end),
  change: { kind: 'stage', stage },
  editedBy: 'u',
  editedAt: new Date(minute * 60_000),
  undone,
});

describe("a night's stages", () => {
  it('the stages come from the analysis when nothing is corrected', () => {
    expect(
      correctedStages({ epochs, presence: [], edits: [edit('a', 0, 9, 'rem', 1, true)], from }),
    ).toEqual(epochs);
  });

  it('the newest correction wins, in any order of storage', () => {
    expect(
      correctedStages({
        epochs,
        presence: [],
        edits: [edit('b', 3, 5, 'wake', 2), edit('a', 2, 4, 'rem', 1)],
        from,
      }),
    ).toEqual(['missing', 'wake', 'rem', 'wake', 'wake', 'wake', 'missing', 'missing']);
  });

  it('the stages begin and end with known data', () => {
    expect(recordedStretch({ epochs, from })).toEqual({
      fromMs: at(1).getTime(),
      toMs: at(6).getTime(),
    });
    expect(recordedStretch({ epochs: ['missing'], from })).toBeNull();
    expect(sleptStretch({ epochs, presence: [], edits: [], from })).toEqual({
      fromMs: at(2).getTime(),
      toMs: at(5).getTime(),
    });
    expect(sleptStretch({ epochs: ['wake'], presence: [], edits: [], from })).toBeNull();
  });

  it('stages of equal value form runs', () => {
    expect(toCourse(['wake', 'wake', 'deep'])).toEqual([
      { stage: 'wake', from: 0, length: 2 },
      { stage: 'deep', from: 2, length: 1 },
    ]);
  });

  it('presence combines the analysis with corrections and omits unknown epochs', () => {
    const presence: Night['presence'] = [
      { state: 'unknown', epochs: 1 },
      { state: 'outOfBed', epochs: 1 },
      { state: 'inBed', epochs: 4 },
      { state: 'unknown', epochs: 2 },
    ];
    const stretches = (edits: Night['edits']) =>
      presenceStretches({ epochs, presence, edits, from }).map(({ inBed, fromMs, toMs }) => [
        inBed,
        (fromMs - from.getTime()) / 30_000,
        (toMs - from.getTime()) / 30_000,
      ]);
    expect(stretches([])).toEqual([
      [false, 1, 2],
      [true, 2, 6],
    ]);
    expect(
      stretches([{ ...edit('a', 3, 4, 'wake', 1), change: { kind: 'presence', inBed: false } }]),
    ).toEqual([
      [false, 1, 2],
      [true, 2, 3],
      [false, 3, 4],
      [true, 4, 6],
    ]);
    expect(presenceStretches({ epochs, presence: [], edits: [], from })).toEqual([]);
  });
});

const HOUR_MS = 3_600_000;
const night = { fromMs: 0, toMs: 24 * HOUR_MS };
const hours = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS });
const gaps = (recorded: { from: number; to: number }[], nowHour = 48, hasResult = true) =>
  findGaps(night, recorded, nowHour * HOUR_MS, hasResult).map(({ fromMs, toMs }) => [
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

  it('a night in progress without a result has no gap before its first recording', () => {
    expect(gaps([hours(10, 12)], 12, false)).toEqual([]);
    expect(gaps([hours(10, 12)], 14, false)).toEqual([[12, 14 - 1 / 60]]);
    expect(gaps([hours(10, 12), hours(13, 14)], 14, false)).toEqual([[12, 13]]);
    expect(gaps([], 14, false)).toEqual([[0, 14 - 1 / 60]]);
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
