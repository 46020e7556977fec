import { describe, expect, it } from 'vitest';
import { ACCIDENT_TRAITS } from './accident-kinds.ts';
import {
  ACCIDENT_PARAMETERS,
  MAX_DELAY_MINUTES,
  parameterKey,
  WATCHED_KINDS,
  type AccidentParameter,
} from './accident-parameters.ts';

const byKey = new Map(ACCIDENT_PARAMETERS.map((parameter) => [parameter.key, parameter]));
const named = (name: string): AccidentParameter[] =>
  ACCIDENT_PARAMETERS.filter(({ key }) => key.endsWith(`.${name}`));
const kindsWith = (name: string): string[] => named(name).map(({ key }) => key.split('.')[1] ?? '');
const numbers = ACCIDENT_PARAMETERS.filter(({ kind }) => kind === 'number');
/** Whether steps from `min` reach this value. */
const isOnStep = ({ min, step }: AccidentParameter, value: number): boolean => {
  const steps = (value - (min ?? 0)) / (step ?? 1);
  return Math.abs(steps - Math.round(steps)) < 1e-6;
};

describe('ACCIDENT_PARAMETERS', () => {
  it.each(numbers.map((parameter) => [parameter.key, parameter] as const))(
    '%s has a default and a maximum that its steps reach',
    (_key, parameter) => {
      const { min, max, step, default: value } = parameter;
      if (min === null || max === null || step === null || typeof value !== 'number')
        throw new Error('a number without a range');
      expect(step).toBeGreaterThan(0);
      expect(max).toBeGreaterThan(min);
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
      expect([isOnStep(parameter, value), isOnStep(parameter, max)]).toEqual([true, true]);
    },
  );

  it('toggles and times have no range, step or unit', () => {
    for (const { key, kind, min, max, step, unit, default: value } of ACCIDENT_PARAMETERS) {
      if (kind === 'number') continue;
      expect([min, max, step, unit], key).toEqual([null, null, null, '']);
      expect(typeof value, key).toBe(kind === 'toggle' ? 'boolean' : 'string');
    }
  });

  it('every key has three parts and begins with its group', () => {
    for (const { key, group } of ACCIDENT_PARAMETERS) {
      expect(key).toMatch(/^accident\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
      expect(key.startsWith(`${group}.`)).toBe(true);
      expect(group.split('.')).toHaveLength(2);
    }
  });
});

describe('the catalogue of parameters', () => {
  it('every watched or reported kind has an escalation time', () => {
    expect(kindsWith('escalateAfterMinutes').toSorted()).toEqual(
      [...WATCHED_KINDS, 'call', 'staffReport'].toSorted(),
    );
    for (const { key, min } of named('escalateAfterMinutes')) expect(min, key).toBe(1);
  });

  it('every kind can be disabled except a lost device, which has no delay and no band', () => {
    expect(WATCHED_KINDS.filter((kind) => !byKey.has(parameterKey(kind, 'enabled')))).toEqual([
      'deviceOffline',
    ]);
    for (const name of ['delayMinutes', 'from', 'until', 'repeats', 'limit'])
      expect(byKey.has(parameterKey('deviceOffline', name)), name).toBe(false);
  });

  it('no delay can exceed twenty minutes', () => {
    for (const { key, min, max } of named('delayMinutes'))
      expect([key, min, max]).toEqual([key, 0, MAX_DELAY_MINUTES]);
    expect(MAX_DELAY_MINUTES).toBe(20);
  });

  it('every `until` has a `from`, and every `repeats` has a window', () => {
    expect(kindsWith('until')).toEqual(kindsWith('from'));
    expect(kindsWith('withinMinutes')).toEqual(kindsWith('repeats'));
    for (const { key, default: value } of [...named('from'), ...named('until')])
      expect(String(value), key).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });

  it('limits follow NEWS2: 8 and 25 breaths, and 40 and 110 beats a minute', () => {
    const limits = ['respirationLow', 'respirationHigh', 'heartRateLow', 'heartRateHigh'].map(
      (kind) => byKey.get(`accident.${kind}.limit`)?.default,
    );
    expect(limits).toEqual([8, 25, 40, 110]);
  });

  it('the default of `clears` follows the kind', () => {
    for (const kind of WATCHED_KINDS)
      expect(byKey.get(parameterKey(kind, 'clears'))?.default, kind).toBe(
        ACCIDENT_TRAITS[kind].clears,
      );
  });

  it('each low limit is below its high one, and both have the same range', () => {
    for (const pair of ['heartRate', 'respiration', 'temperature']) {
      const low = byKey.get(`accident.${pair}Low.limit`);
      const high = byKey.get(`accident.${pair}High.limit`);
      expect([low?.unit, low?.min, low?.max, low?.step]).toEqual([
        high?.unit,
        high?.min,
        high?.max,
        high?.step,
      ]);
      expect(Number(low?.default)).toBeLessThan(Number(high?.default));
    }
  });
});
