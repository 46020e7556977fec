import { ACCIDENT_PARAMETERS, WATCHED_KINDS, type ParameterValue } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  createFaults,
  getFields,
  heldValue,
  toInherited,
  isOn,
  NO_FIGURE,
  ofKind,
  overridesWith,
  setCount,
  toValues,
} from './threshold-values.ts';

const usual = toInherited(
  ACCIDENT_PARAMETERS.map(({ key, default: value }) => ({ key, value, from: { kind: 'system' } })),
);
const withValue = (key: string, value: ParameterValue) =>
  new Map([...usual, [key, { value, from: { kind: 'above' } as const }]]);
const codes = (overrides: Record<string, ParameterValue>, inherited = usual) =>
  Object.fromEntries(
    [...createFaults(inherited)(toValues(overrides))].map(([key, { code }]) => [key, code]),
  );

describe('the stored overrides', () => {
  it('the overrides contain values set here, without inherited values, and keep unrelated ones', () => {
    const values = {
      ...toValues({ 'accident.fall.enabled': false }),
      'accident.longAbsence.delayMinutes': 20,
    };
    expect(overridesWith({ 'accident.apnea.limit': 30, 'other.key': 1 }, values)).toEqual({
      'other.key': 1,
      'accident.fall.enabled': false,
      'accident.longAbsence.delayMinutes': 20,
    });
  });
});

describe('values of the rules', () => {
  it('a set value overrides the inherited one, and null means inherited', () => {
    const values = toValues({ 'accident.heartRateHigh.limit': 100, 'other.key': 5 });
    expect(Object.keys(values)).toHaveLength(ACCIDENT_PARAMETERS.length);
    expect([
      heldValue(values, usual, 'accident.heartRateHigh.limit'),
      heldValue(values, usual, 'accident.heartRateLow.limit'),
    ]).toEqual([100, 40]);
    expect([setCount('heartRateHigh', values), setCount('heartRateLow', values)]).toEqual([1, 0]);
    expect([
      isOn('bedExit', values, usual),
      isOn('bedExit', toValues({ 'accident.bedExit.enabled': true }), usual),
      isOn('deviceOffline', values, usual),
    ]).toEqual([false, true, true]);
  });

  it('values are written key by key, and removed by omission', () => {
    const fields = getFields({ 'accident.fall.enabled': false, 'accident.apnea.limit': null });
    expect(fields['parameterOverrides.`accident.fall.enabled`']).toBe(false);
    expect(fields['parameterOverrides.`accident.apnea.limit`']).not.toBeNull();
    expect(Object.keys(fields)).toHaveLength(2);
  });

  it('each parameter belongs to its kind, and every watched kind has some', () => {
    for (const kind of WATCHED_KINDS) expect(ofKind(kind).length).toBeGreaterThan(0);
    expect(WATCHED_KINDS.flatMap((kind) => ofKind(kind)).length + 2).toBe(
      ACCIDENT_PARAMETERS.length,
    );
  });
});

describe('errors at their own keys', () => {
  it.each<[Record<string, ParameterValue>, Record<string, string>]>([
    [
      { 'accident.heartRateHigh.delayMinutes': -1 },
      { 'accident.heartRateHigh.delayMinutes': 'number-at-least' },
    ],
    [{ 'accident.heartRateHigh.limit': 110.5 }, { 'accident.heartRateHigh.limit': 'type-wrong' }],
    [
      { 'accident.longAbsence.delayMinutes': 10_000 },
      { 'accident.longAbsence.delayMinutes': 'number-at-most' },
    ],
    [{ 'accident.heartRateLow.limit': 110 }, { 'accident.heartRateLow.limit': 'number-less-than' }],
    [
      { 'accident.heartRateLow.limit': 90, 'accident.heartRateHigh.limit': 90 },
      { 'accident.heartRateLow.limit': 'number-less-than' },
    ],
    [
      { 'accident.heartRateHigh.limit': 40 },
      { 'accident.heartRateHigh.limit': 'number-more-than' },
    ],
    [{ 'accident.bedExit.from': '25:00' }, { 'accident.bedExit.from': 'format-time' }],
    [{ 'accident.apnea.limit': NO_FIGURE }, { 'accident.apnea.limit': 'type-wrong' }],
    [{ 'accident.heartRateLow.limit': 60, 'accident.heartRateHigh.limit': 100 }, {}],
  ])('%j causes the errors %j', (overrides, faults) => {
    expect(codes(overrides)).toEqual(faults);
  });

  it('errors also consider inherited values', () => {
    expect(
      codes(
        { 'accident.respirationLow.limit': 20 },
        withValue('accident.respirationHigh.limit', 18),
      ),
    ).toEqual({ 'accident.respirationLow.limit': 'number-less-than' });
    expect(codes({}, withValue('accident.respirationHigh.limit', 5))).toEqual({});
  });
});
