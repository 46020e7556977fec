import { describe, expect, it } from 'vitest';
import { SLEEP_STAGES, type SleepStage } from '../collections/sleep.ts';
import { nightFigureApi, parseCourse, formatCourse } from './night-figures.ts';

const call = (more: object) =>
  nightFigureApi.read.body.safeParse({
    roomIds: ['r'],
    nights: { kind: 'newest', count: 2 },
    figures: ['TST'],
    ...more,
  }).success;

describe('nightFigureApi.read', () => {
  it('accepts some rooms and some nights', () => {
    expect(call({})).toBe(true);
    expect(call({ nights: { kind: 'between', from: '2026-01-01', to: '2026-04-03' } })).toBe(true);
  });

  it.each<[string, object]>([
    ['no room', { roomIds: [] }],
    ['a room that is a path', { roomIds: ['a/b'] }],
    ['101 rooms', { roomIds: Array.from({ length: 101 }, (_, index) => `r${index}`) }],
    ['94 nights', { nights: { kind: 'between', from: '2026-01-01', to: '2026-04-04' } }],
    [
      'nights in reverse order',
      { nights: { kind: 'between', from: '2026-01-02', to: '2026-01-01' } },
    ],
    ['no nights', { nights: { kind: 'newest', count: 0 } }],
    ['an unknown field', { all: true }],
  ])('rejects %s', (_, more) => {
    expect(call(more)).toBe(false);
  });
});

describe('formatCourse', () => {
  it('encodes runs of stages, so its length grows with the changes', () => {
    expect(formatCourse(['missing', 'missing', 'wake', 'light', 'light', 'missing'])).toBe(
      'm2W1L2m1',
    );
    expect(parseCourse('m2W1L2')).toEqual([
      { stage: 'missing', from: 0, length: 2 },
      { stage: 'wake', from: 2, length: 1 },
      { stage: 'light', from: 3, length: 2 },
    ]);
  });

  it('writes any course so that parseCourse returns it', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const stages = Array.from(
        { length: seed % 60 },
        (_, epoch): SleepStage =>
          SLEEP_STAGES[(seed * (epoch >> (seed % 3)) * 7919) % SLEEP_STAGES.length] ?? 'wake',
      );
      expect(
        parseCourse(formatCourse(stages)).flatMap(({ stage, length }) =>
          Array.from({ length }, () => stage),
        ),
      ).toEqual(stages);
    }
  });

  it('returns an empty text without stages', () => {
    expect(formatCourse([])).toBe('');
    expect(parseCourse('')).toEqual([]);
    expect(parseCourse('Q3 <script>')).toEqual([]);
  });
});
