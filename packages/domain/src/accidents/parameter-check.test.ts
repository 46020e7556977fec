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

describe('the catalogue of parameters', () => {
  it('holds each once, with a default that it takes itself, as rows of the collection', () => {
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

  it('has rules for all kinds but those that people say, and technical ones for what is wrong with a device', () => {
    expect(
      ACCIDENT_KINDS.filter((kind) => !WATCHED_KINDS.some((watched) => watched === kind)),
    ).toEqual(['call', 'staffReport', 'other', 'test']);
    expect(ACCIDENT_KINDS.filter(isTechnical)).toEqual([
      'deviceOffline',
      'sensorOff',
      'batteryLow',
      'clockSkew',
    ]);
    expect(Object.keys(ACCIDENT_TRAITS).toSorted()).toEqual([...ACCIDENT_KINDS].toSorted());
  });
});

describe('overrides', () => {
  it.each<[string, ParameterOverrides, readonly string[]]>([
    [
      'a delay of less than nothing',
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
      'half a minute, where minutes are whole',
      { 'accident.longAbsence.delayMinutes': 2.5 },
      ['parameterOverrides.`accident.longAbsence.delayMinutes` type-wrong'],
    ],
    [
      'a figure between the steps that the buttons take',
      { 'accident.heartRateHigh.limit': 112 },
      [],
    ],
    ['a tenth, where tenths are counted', { 'accident.temperatureHigh.limit': 37.5 }, []],
    [
      'a key that there is not',
      { 'accident.heartRateHigh.limt': 100 },
      ['parameterOverrides.`accident.heartRateHigh.limt` keys-unknown'],
    ],
    [
      'a kind that there is not',
      { 'accident.fire.enabled': true },
      ['parameterOverrides.`accident.fire.enabled` keys-unknown'],
    ],
    ['a parameter of something else', { 'report.title': 'x' }, []],
    [
      'text for a number',
      { 'accident.heartRateHigh.limit': '100' },
      ['parameterOverrides.`accident.heartRateHigh.limit` type-wrong'],
    ],
    [
      'no number',
      { 'accident.heartRateHigh.limit': Number.NaN },
      ['parameterOverrides.`accident.heartRateHigh.limit` type-wrong'],
    ],
    [
      'a number for a toggle',
      { 'accident.fall.enabled': 1 },
      ['parameterOverrides.`accident.fall.enabled` type-wrong'],
    ],
    [
      'no time of day',
      { 'accident.bedExit.from': '24:00' },
      ['parameterOverrides.`accident.bedExit.from` format-time'],
    ],
    [
      'a lost device switched off',
      { 'accident.deviceOffline.enabled': false },
      ['parameterOverrides.`accident.deviceOffline.enabled` keys-unknown'],
    ],
    [
      'a lost device put off',
      { 'accident.deviceOffline.delayMinutes': 20 },
      ['parameterOverrides.`accident.deviceOffline.delayMinutes` keys-unknown'],
    ],
    [
      'low over high',
      { 'accident.heartRateLow.limit': 90, 'accident.heartRateHigh.limit': 80 },
      ['parameterOverrides.`accident.heartRateLow.limit` number-less-than'],
    ],
    [
      'low as high',
      { 'accident.respirationLow.limit': 12, 'accident.respirationHigh.limit': 12 },
      ['parameterOverrides.`accident.respirationLow.limit` number-less-than'],
    ],
    [
      'low over the high that is inherited',
      { 'accident.heartRateLow.limit': 120 },
      ['parameterOverrides.`accident.heartRateLow.limit` number-less-than'],
    ],
    [
      'high under the low that is inherited',
      { 'accident.temperatureHigh.limit': 30 },
      ['parameterOverrides.`accident.temperatureHigh.limit` number-more-than'],
    ],
    [
      'two wrong ones',
      { 'accident.fall.enabled': 'yes', 'accident.fall.clears': 'no' },
      [
        'parameterOverrides.`accident.fall.enabled` type-wrong',
        'parameterOverrides.`accident.fall.clears` type-wrong',
      ],
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(check(overrides)).toEqual(expected);
  });

  it('say nothing that was entered, only what is allowed', () => {
    expect(
      JSON.stringify(
        checkOverrides({ 'accident.heartRateHigh.limit': 987 }, DEFAULTS, ACCIDENT_PARAMETERS),
      ),
    ).not.toContain('987');
  });
});

const ruleOf = (kind: string, ...overrides: ParameterOverrides[]) =>
  effectiveRules(overrides, ACCIDENT_PARAMETERS).find((rule) => rule.kind === kind);

describe('the rules of a room', () => {
  it('go by what stands nearest to the room, and by the system where nobody says', () => {
    const [root, own, room] = [
      { 'accident.heartRateHigh.limit': 100, 'accident.heartRateHigh.delayMinutes': 5 },
      { 'accident.heartRateHigh.limit': 120 },
      { 'accident.heartRateHigh.limit': 130 },
    ];
    expect(ruleOf('heartRateHigh')).toMatchObject({
      type: 'duration',
      limit: 110,
      delayMs: 120_000,
      severity: 'medium',
      band: null,
    });
    expect(ruleOf('heartRateHigh', root)).toMatchObject({ limit: 100, delayMs: 300_000 });
    expect(ruleOf('heartRateHigh', root, own)).toMatchObject({ limit: 120, delayMs: 300_000 });
    expect(ruleOf('heartRateHigh', root, own, room)).toMatchObject({
      limit: 130,
      delayMs: 300_000,
    });
  });

  it('pass over a value that is none, for the next one outward', () => {
    expect(
      ruleOf(
        'heartRateHigh',
        { 'accident.heartRateHigh.limit': 100 },
        { 'accident.heartRateHigh.limit': 9_999 },
        { 'accident.heartRateHigh.limit': 'x' },
      ),
    ).toMatchObject({ limit: 100 });
  });

  it('are off, at once, after a while, or after several times', () => {
    expect(ruleOf('bedExit')).toBeUndefined();
    expect(ruleOf('bedExit', { 'accident.bedExit.enabled': true })).toMatchObject({
      type: 'simple',
      band: { fromMinute: 1200, untilMinute: 420 },
    });
    expect(ruleOf('apnea')).toMatchObject({
      type: 'repeating',
      times: 3,
      withinMs: 600_000,
      limit: 20,
    });
    expect(ruleOf('apnea', { 'accident.apnea.repeats': 1 })).toMatchObject({ type: 'simple' });
    expect(ruleOf('noMovement', { 'accident.noMovement.enabled': true })).toMatchObject({
      type: 'duration',
      delayMs: 7_200_000,
    });
    expect(ruleOf('deviceOffline')).toMatchObject({
      type: 'simple',
      clears: true,
      severity: 'technical',
    });
  });
});

describe('a band of time', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  it.each<[string, number, number, number, number | null]>([
    ['in it', 600, 780, 720, noon - 120 * 60_000],
    ['at its beginning', 720, 780, 720, noon],
    ['at its end', 600, 720, 720, null],
    ['before it', 721, 780, 720, null],
    ['over midnight, late', 1200, 420, 1380, noon - 180 * 60_000],
    ['over midnight, early', 1200, 420, 60, noon - 300 * 60_000],
    ['over midnight, by day', 1200, 420, 720, null],
  ])('%s', (_what, fromMinute, untilMinute, minute, began) => {
    expect(bandStartMs({ fromMinute, untilMinute }, noon, minute)).toBe(began);
  });
});

describe('the catalogue with what the maker set instead', () => {
  const defaultOf = (set: ReadonlyMap<unknown, unknown>, key: string) =>
    withDefaults(set).find((one) => one.key === key)?.default;
  const KEY = 'accident.heartRateHigh.limit';

  it.each<[string, unknown, unknown]>([
    ['another', 120, 120],
    ['nothing', undefined, 110],
    ['beyond its range', 900, 110],
    ['of another kind', '120', 110],
    ['null', null, 110],
  ])('is %s', (_, value, expected) => {
    expect(defaultOf(new Map([[KEY, value]]), KEY)).toBe(expected);
  });

  it('keeps everything else as it was, and knows no other keys', () => {
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
