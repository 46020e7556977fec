import { describe, expect, it } from 'vitest';
import {
  correctStoredNight,
  stageMinutes,
  activeCorrections,
  type StoredCorrection,
  type StoredNight,
} from './stored-night.ts';

const FROM = new Date('2026-01-01T03:00:00Z');
const at = (epoch: number): Date => new Date(FROM.getTime() + epoch * 30_000);
const repeat = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);

/** An hour in bed: ten minutes awake, fifty asleep. */
const NIGHT: StoredNight = {
  from: FROM,
  epochs: [...repeat(20, 'wake' as const), ...repeat(100, 'asleep' as const)],
  presence: [{ state: 'inBed', epochs: 120 }],
  trends: null,
  heartRateVariability: [],
  metrics: {},
  events: [{ kind: 'call', from: at(3), to: null }],
};
const correction = (change: Partial<StoredCorrection> = {}): StoredCorrection => ({
  from: at(100),
  to: at(120),
  change: { kind: 'stage', stage: 'wake' },
  editedAt: at(0),
  undone: false,
  ...change,
});

describe('correctStoredNight', () => {
  it('keeps the stored figures without corrections', () => {
    const { metrics, stages } = correctStoredNight(NIGHT, [], 540);
    expect(metrics['TST']).toBe(50);
    expect(stages).toEqual(NIGHT.epochs);
  });

  it('applies active corrections, the newest last, and no undone ones', () => {
    expect(correctStoredNight(NIGHT, [correction()], 540).metrics['TST']).toBe(40);
    expect(correctStoredNight(NIGHT, [correction({ undone: true })], 540).metrics['TST']).toBe(50);
    const later = correction({ change: { kind: 'stage', stage: 'asleep' }, editedAt: at(2) });
    expect(
      correctStoredNight(NIGHT, [later, correction({ editedAt: at(1) })], 540).metrics['TST'],
    ).toBe(50);
    expect(activeCorrections([later, correction({ editedAt: at(1) })]).at(-1)).toBe(later);
  });

  it('ignores nurse calls, and does not treat unmeasured breathing as no events', () => {
    const { events, metrics } = correctStoredNight(NIGHT, [], 540);
    expect(events).toEqual([]);
    expect(metrics['respiratoryEventsPerHour']).toBeNull();
  });
});

describe('stageMinutes', () => {
  it('counts half a minute per epoch, and returns null without sleep stages', () => {
    expect(stageMinutes(['light', 'light', 'deep', 'rem', 'wake'])).toEqual({
      light: 1,
      deep: 0.5,
      rem: 0.5,
    });
    expect(stageMinutes(['wake', 'asleep'])).toBeNull();
  });
});
