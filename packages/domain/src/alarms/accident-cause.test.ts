import { describe, expect, it } from 'vitest';
import { getCause, knownAccident, unknownAccident } from './accident-cause.ts';
import {
  acknowledgedAccident,
  overAccident,
  raisedAccident,
  repeatedAccident,
  resolvedAccident,
  type Accident,
} from './accident-life.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 24, 2) + seconds * 1000);
const sato = { userId: 'sato', name: '佐藤' };
const apnea = raisedAccident({
  kind: 'apnea',
  severity: 'high',
  source: 'sensor',
  at: at(0),
  since: at(0),
  serial: null,
  streamId: null,
  reason: null,
  by: null,
  note: '',
  escalatesAt: null,
});
const sure = (accident: Accident | null): Accident => {
  if (accident === null) throw new Error('the step changed nothing');
  return accident;
};

describe('getCause', () => {
  it('returns `ongoing` until the condition ends, and again when it repeats', () => {
    expect(getCause(apnea)).toBe('recurring');
    const over = sure(overAccident(apnea, at(600), false));
    expect(getCause(over)).toBe('over');
    expect(getCause(sure(repeatedAccident(over, at(900))))).toBe('recurring');
  });

  it('returns `unknown` while data is missing and `ongoing` once it is back', () => {
    const unknown = sure(unknownAccident(apnea, at(60)));
    expect(getCause(unknown)).toBe('unknown');
    expect(unknownAccident(unknown, at(90))).toBeNull();
    expect(getCause(sure(knownAccident(unknown)))).toBe('recurring');
    expect(knownAccident(apnea)).toBeNull();
  });

  it('returns `over`, not `unknown`, once the condition has ended', () => {
    const over = sure(overAccident(sure(unknownAccident(apnea, at(60))), at(120), false));
    expect([over.unknownAt, getCause(over)]).toEqual([null, 'over']);
    expect(unknownAccident(over, at(200))).toBeNull();
  });

  it('returns `over` while the alarm is still acknowledged', () => {
    const going = sure(acknowledgedAccident(apnea, sato, at(20)));
    const over = sure(overAccident(going, at(600), true));
    expect([over.state, getCause(over)]).toEqual(['acknowledged', 'over']);
  });

  it('a resolved alarm keeps its cause', () => {
    const closed = sure(resolvedAccident(apnea, sato, at(30), { outcome: 'helped' }));
    expect(unknownAccident(closed, at(60))).toBeNull();
    expect(overAccident(closed, at(60), false)).toBeNull();
  });

  it('returns null for a staff report, which no rule watches', () => {
    expect(getCause({ ...apnea, source: 'staff' })).toBeNull();
  });

  it.each(['fall', 'call', 'staffReport'] as const)(
    'returns null for a %s, which cannot end',
    (kind) => {
      const moment: Accident = { ...apnea, kind };
      expect(getCause(moment)).toBeNull();
      expect(overAccident(moment, at(600), false)).toBeNull();
      expect(unknownAccident(moment, at(60))).toBeNull();
    },
  );
});
