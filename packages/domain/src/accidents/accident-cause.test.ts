import { describe, expect, it } from 'vitest';
import { causeOf, knownAccident, unknownAccident } from './accident-cause.ts';
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

describe('the cause of an accident', () => {
  it('goes on until it is over, and goes on again when it returns', () => {
    expect(causeOf(apnea)).toBe('ongoing');
    const over = sure(overAccident(apnea, at(600), false));
    expect(causeOf(over)).toBe('over');
    expect(causeOf(sure(repeatedAccident(over, at(900))))).toBe('ongoing');
  });

  it('is unknown while data is missing, and ongoing once the data is back', () => {
    const unknown = sure(unknownAccident(apnea, at(60)));
    expect(causeOf(unknown)).toBe('unknown');
    expect(unknownAccident(unknown, at(90))).toBeNull();
    expect(causeOf(sure(knownAccident(unknown)))).toBe('ongoing');
    expect(knownAccident(apnea)).toBeNull();
  });

  it('is over, not unknown, once it has ended', () => {
    const over = sure(overAccident(sure(unknownAccident(apnea, at(60))), at(120), false));
    expect([over.unknownAt, causeOf(over)]).toEqual([null, 'over']);
    expect(unknownAccident(over, at(200))).toBeNull();
  });

  it('is told apart from the answer: it ends while somebody is on the way', () => {
    const going = sure(acknowledgedAccident(apnea, sato, at(20)));
    const over = sure(overAccident(going, at(600), true));
    expect([over.state, causeOf(over)]).toEqual(['acknowledged', 'over']);
  });

  it('does not change any more once the accident is closed', () => {
    const closed = sure(resolvedAccident(apnea, sato, at(30), { outcome: 'helped' }));
    expect(unknownAccident(closed, at(60))).toBeNull();
    expect(overAccident(closed, at(60), false)).toBeNull();
  });

  it('of a report by staff is not watched by a rule', () => {
    expect(causeOf({ ...apnea, source: 'staff' })).toBeNull();
  });

  it.each(['fall', 'call', 'staffReport'] as const)('of a %s cannot end', (kind) => {
    const moment: Accident = { ...apnea, kind };
    expect(causeOf(moment)).toBeNull();
    expect(overAccident(moment, at(600), false)).toBeNull();
    expect(unknownAccident(moment, at(60))).toBeNull();
  });
});
