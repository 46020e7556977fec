import { describe, expect, it } from 'vitest';
import { ACCIDENT_VERBS, accidentApi } from './alarms.ts';

const taken = (
  schema: { readonly safeParse: (value: unknown) => { readonly success: boolean } },
  value: unknown,
): boolean => schema.safeParse(value).success;

describe('accidentApi', () => {
  it('contains a verb for each step that people take', () => {
    expect(ACCIDENT_VERBS).toEqual([
      'acknowledge',
      'withdraw',
      'arrive',
      'resolve',
      'reopen',
      'mute',
      'note',
      'useful',
      'explain',
    ]);
  });

  it.each<[string, unknown, boolean]>([
    ['a note alone', { note: 'on the floor' }, true],
    ['all fields', { kind: 'fall', severity: 'high', note: 'n' }, true],
    ['nothing', {}, false],
    ['an empty note', { note: '' }, false],
    ['an unknown kind', { kind: 'fire', note: 'n' }, false],
    ['a technical one', { severity: 'technical', note: 'n' }, false],
    ['a note that is too long', { note: 'x'.repeat(2001) }, false],
    ['the longest note', { note: 'x'.repeat(2000) }, true],
    ['an unknown field', { note: 'n', state: 'resolved' }, false],
  ])('the schema accepts or rejects a report of %s', (_what, body, expected) => {
    expect(taken(accidentApi.report.body, body)).toBe(expected);
  });

  it('defaults to a staff report of medium severity', () => {
    expect(accidentApi.report.body.parse({ note: 'n' })).toEqual({
      kind: 'staffReport',
      severity: 'medium',
      note: 'n',
    });
  });

  it.each<[number, boolean]>([
    [2, false],
    [3, true],
    [15, true],
    [16, false],
    [3.5, false],
    [Number.NaN, false],
  ])('a mute of %d minutes is valid: %s', (minutes, expected) => {
    expect(taken(accidentApi.mute.body, { minutes, reason: 'attended' })).toBe(expected);
  });

  it('closes an alarm only with a known outcome', () => {
    for (const outcome of ['helped', 'falseAlarm', 'test', 'other'])
      expect(taken(accidentApi.resolve.body, { outcome })).toBe(true);
    for (const body of [
      {},
      { outcome: null },
      { outcome: 'died' },
      { outcome: 'helped', useful: 'yes' },
      { outcome: 'helped', note: 5 },
    ])
      expect(taken(accidentApi.resolve.body, body), JSON.stringify(body)).toBe(false);
  });

  it('accepts a judgement and its withdrawal', () => {
    expect([true, false, null].map((useful) => taken(accidentApi.useful.body, { useful }))).toEqual(
      [true, true, true],
    );
    expect([
      taken(accidentApi.useful.body, {}),
      taken(accidentApi.useful.body, { useful: 1 }),
    ]).toEqual([false, false]);
    expect([taken(accidentApi.note.body, { note: '' }), taken(accidentApi.note.body, {})]).toEqual([
      true,
      false,
    ]);
  });
});
