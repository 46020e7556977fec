import { describe, expect, it } from 'vitest';
import { ACCIDENT_KINDS } from '../collections/accident.ts';
import { parameterCollection } from '../collections/master.ts';
import type { ParameterOverrides } from '../collections/organisation.ts';
import { ACCIDENT_TRAITS, isTechnical } from './accident-kinds.ts';
import { ACCIDENT_PARAMETERS, WATCHED_KINDS } from './accident-parameters.ts';
import { bandStartMs, effectiveRules, effectiveValues } from './accident-rule.ts';
import { checkOverrides, withDefaults } from './parameter-check.ts';

const DEFAULTS = effectiveValues([], ACCIDENT_PARAMETERS);
const check = (overrides: ParameterOverrides, inherited = DEFAULTS): string[] =>
  checkOverrides(overrides, inherited, ACCIDENT_PARAMETERS).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('ACCIDENT_PARAMETERS', () => {
  it("every key is unique, its default is valid, and it fits the collection's schema", () => {
    expect(new Set(ACCIDENT_PARAMETERS.map(({ key }) => key)).size).toBe(
      ACCIDENT_PARAMETERS.length,
    );
    expect(
      check(Object.fromEntries(ACCIDENT_PARAMETERS.map((one) => [one.key, one.default]))),
    ).toEqual([]);
    for (const parameter of ACCIDENT_PARAMETERS)
      expect(
        parameterCollection.schema.safeParse({ ...parameter, name: 'n' }).success,
        parameter.key,
      ).toBe(true);
  });

  it('every kind that people do not raise has a rule, and device faults are technical', () => {
    expect(
      ACCIDENT_KINDS.filter((kind) => !WATCHED_KINDS.some((watched) => watched === kind)),
    ).toEqual(['call', 'monitoringGap', 'staffReport', 'other', 'test']);
    expect(ACCIDENT_KINDS.filter(isTechnical)).toEqual([
      'deviceOffline',
      'sensorOff',
      'batteryLow',
      'clockSkew',
    ]);
    expect(Object.keys(ACCIDENT_TRAITS).toSorted()).toEqual([...ACCIDENT_KINDS].toSorted());
  });
});

describe('checkOverrides', () => {
  it.each<[string, ParameterOverrides, readonly string[]]>([
    [
      'a negative delay',
      { 'accident.heartRateHigh.delayMinutes': -1 },
      ['parameterOverrides.`accident.heartRateHigh.delayMinutes` number-at-least'],
    ],
    [
      'a delay of 21 minutes',
      { 'accident.heartRateHigh.delayMinutes': 21 },
      ['parameterOverrides.`accident.heartRateHigh.delayMinutes` number-at-most'],
    ],
    [
      'a delay of 10,000 minutes',
      { 'accident.longAbsence.delayMinutes': 10_000 },
      ['parameterOverrides.`accident.longAbsence.delayMinutes` number-at-most'],
    ],
    ['a delay of 20 minutes', { 'accident.longAbsence.delayMinutes': 20 }, []],
    [
      'a fraction of a minute',
      { 'accident.longAbsence.delayMinutes': 2.5 },
      ['parameterOverrides.`accident.longAbsence.delayMinutes` type-wrong'],
    ],
    ['a value between the steps of the buttons', { 'accident.heartRateHigh.limit': 112 }, []],
    ['a tenth of a degree', { 'accident.temperatureHigh.limit': 37.5 }, []],
    [
      'an unknown key',
      { 'accident.heartRateHigh.limt': 100 },
      ['parameterOverrides.`accident.heartRateHigh.limt` keys-unknown'],
    ],
    [
      'an unknown kind',
      { 'accident.fire.enabled': true },
      ['parameterOverrides.`accident.fire.enabled` keys-unknown'],
    ],
    ['a parameter outside alarms', { 'report.title': 'x' }, []],
    [
      'text for a number',
      { 'accident.heartRateHigh.limit': '100' },
      ['parameterOverrides.`accident.heartRateHigh.limit` type-wrong'],
    ],
    [
      'NaN',
      { 'accident.heartRateHigh.limit': Number.NaN },
      ['parameterOverrides.`accident.heartRateHigh.limit` type-wrong'],
    ],
    [
      'a number for a toggle',
      { 'accident.fall.enabled': 1 },
      ['parameterOverrides.`accident.fall.enabled` type-wrong'],
    ],
    [
      'an invalid time of day',
      { 'accident.bedExit.from': '24:00' },
      ['parameterOverrides.`accident.bedExit.from` format-time'],
    ],
    [
      'a switch for lost devices',
      { 'accident.deviceOffline.enabled': false },
      ['parameterOverrides.`accident.deviceOffline.enabled` keys-unknown'],
    ],
    [
      'a delay for lost devices',
      { 'accident.deviceOffline.delayMinutes': 20 },
      ['parameterOverrides.`accident.deviceOffline.delayMinutes` keys-unknown'],
    ],
    [
      'a low limit above the high one',
      { 'accident.heartRateLow.limit': 90, 'accident.heartRateHigh.limit': 80 },
      ['parameterOverrides.`accident.heartRateLow.limit` number-less-than'],
    ],
    [
      'a low limit equal to the high one',
      { 'accident.respirationLow.limit': 12, 'accident.respirationHigh.limit': 12 },
      ['parameterOverrides.`accident.respirationLow.limit` number-less-than'],
    ],
    [
      'a low limit above the inherited high one',
      { 'accident.heartRateLow.limit': 120 },
      ['parameterOverrides.`accident.heartRateLow.limit` number-less-than'],
    ],
    [
      'a high limit below the inherited low one',
      { 'accident.temperatureHigh.limit': 30 },
      ['parameterOverrides.`accident.temperatureHigh.limit` number-more-than'],
    ],
    [
      'two invalid values',
      { 'accident.fall.enabled': 'yes', 'accident.fall.clears': 'no' },
      [
        'parameterOverrides.`accident.fall.enabled` type-wrong',
        'parameterOverrides.`accident.fall.clears` type-wrong',
      ],
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(check(overrides)).toEqual(expected);
  });

  it('issues contain the allowed range but not the entered value', () => {
    expect(
      JSON.stringify(
        checkOverrides({ 'accident.heartRateHigh.limit': 987 }, DEFAULTS, ACCIDENT_PARAMETERS),
      ),
    ).not.toContain('987');
  });
});

const findRule = (kind: string, ...overrides: ParameterOverrides[]) =>
  effectiveRules(overrides, ACCIDENT_PARAMETERS).find((rule) => rule.kind === kind);

describe('effectiveRules', () => {
  it('the override nearest to the room wins, then the default', () => {
    const root = { 'accident.heartRateHigh.limit': 100, 'accident.heartRateHigh.delayMinutes': 5 };
    const own = { 'accident.heartRateHigh.limit': 120 };
    const room = { 'accident.heartRateHigh.limit': 130 };
    expect(findRule('heartRateHigh')).toMatchObject({
      type: 'duration',
      limit: 110,
      delayMs: 120_000,
      severity: 'medium',
      band: null,
    });
    expect(findRule('heartRateHigh', root)).toMatchObject({ limit: 100, delayMs: 300_000 });
    expect(findRule('heartRateHigh', root, own)).toMatchObject({ limit: 120, delayMs: 300_000 });
    expect(findRule('heartRateHigh', root, own, room)).toMatchObject({
      limit: 130,
      delayMs: 300_000,
    });
  });

  it('an invalid override is skipped in favour of the next outer one', () => {
    expect(
      findRule(
        'heartRateHigh',
        { 'accident.heartRateHigh.limit': 100 },
        { 'accident.heartRateHigh.limit': 9_999 },
        { 'accident.heartRateHigh.limit': 'x' },
      ),
    ).toMatchObject({ limit: 100 });
  });

  it('a rule can be off, simple, delayed or repeating', () => {
    expect(findRule('bedExit')).toBeUndefined();
    expect(findRule('bedExit', { 'accident.bedExit.enabled': true })).toMatchObject({
      type: 'simple',
      band: { fromMinute: 1200, untilMinute: 420 },
    });
    expect(findRule('apnea')).toMatchObject({
      type: 'repeating',
      times: 3,
      windowMs: 600_000,
      limit: 20,
    });
    expect(findRule('apnea', { 'accident.apnea.repeats': 1 })).toMatchObject({ type: 'simple' });
    expect(findRule('noMovement', { 'accident.noMovement.enabled': true })).toMatchObject({
      type: 'duration',
      delayMs: 7_200_000,
    });
    expect(findRule('deviceOffline')).toMatchObject({
      type: 'simple',
      clears: true,
      severity: 'technical',
    });
  });
});

describe('bandStartMs', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  it.each<[string, number, number, number, number | null]>([
    ['inside the band', 600, 780, 720, noon - 120 * 60_000],
    ['at the start', 720, 780, 720, noon],
    ['at the end', 600, 720, 720, null],
    ['before the start', 721, 780, 720, null],
    ['before midnight in a band over midnight', 1200, 420, 1380, noon - 180 * 60_000],
    ['after midnight in a band over midnight', 1200, 420, 60, noon - 300 * 60_000],
    ['outside a band over midnight', 1200, 420, 720, null],
  ])('%s', (_what, fromMinute, untilMinute, minute, began) => {
    expect(bandStartMs({ fromMinute, untilMinute }, noon, minute)).toBe(began);
  });
});

describe('withDefaults', () => {
  const findDefault = (set: ReadonlyMap<unknown, unknown>, key: string) =>
    withDefaults(set).find((one) => one.key === key)?.default;
  const KEY = 'accident.heartRateHigh.limit';

  it.each<[string, unknown, unknown]>([
    ['a valid value', 120, 120],
    ['no value', undefined, 110],
    ['a value outside its range', 900, 110],
    ['a value of another type', '120', 110],
    ['null', null, 110],
  ])('%s (%s) sets the default to %s', (_, value, expected) => {
    expect(findDefault(new Map([[KEY, value]]), KEY)).toBe(expected);
  });

  it('changes only the given defaults and ignores unknown keys', () => {
    const made = withDefaults(
      new Map<unknown, unknown>([
        [KEY, 120],
        ['accident.fall.colour', 1],
        [7, 7],
      ]),
    );
    expect(made.map(({ key }) => key)).toEqual(ACCIDENT_PARAMETERS.map(({ key }) => key));
    expect(
      made
        .filter((one, index) => one.default !== ACCIDENT_PARAMETERS[index]?.default)
        .map(({ key }) => key),
    ).toEqual([KEY]);
    expect(made.map(({ min, max, unit, kind }) => [min, max, unit, kind])).toEqual(
      ACCIDENT_PARAMETERS.map(({ min, max, unit, kind }) => [min, max, unit, kind]),
    );
  });
});
