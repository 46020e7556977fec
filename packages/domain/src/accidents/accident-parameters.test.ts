import { describe, expect, it } from 'vitest';
import { ACCIDENT_TRAITS } from './accident-kinds.ts';
import {
  ACCIDENT_PARAMETERS,
  MOST_DELAY_MINUTES,
  parameterKey,
  WATCHED_KINDS,
  type AccidentParameter,
} from './accident-parameters.ts';

const byKey = new Map(ACCIDENT_PARAMETERS.map((parameter) => [parameter.key, parameter]));
const named = (name: string): AccidentParameter[] =>
  ACCIDENT_PARAMETERS.filter(({ key }) => key.endsWith(`.${name}`));
const kindsWith = (name: string): string[] => named(name).map(({ key }) => key.split('.')[1] ?? '');
const numbers = ACCIDENT_PARAMETERS.filter(({ kind }) => kind === 'number');
/** Whether a field that begins at `min` and goes up in steps comes by this value. */
const isOnStep = ({ min, step }: AccidentParameter, value: number): boolean => {
  const steps = (value - (min ?? 0)) / (step ?? 1);
  return Math.abs(steps - Math.round(steps)) < 1e-6;
};

describe('a parameter of the rules of accidents', () => {
  it.each(numbers.map((parameter) => [parameter.key, parameter] as const))(
    '%s is a number within its range, on its step, with ends that the steps come by',
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

  it('that is no number has no range, no step and no unit', () => {
    for (const { key, kind, min, max, step, unit, default: value } of ACCIDENT_PARAMETERS) {
      if (kind === 'number') continue;
      expect([min, max, step, unit], key).toEqual([null, null, null, '']);
      expect(typeof value, key).toBe(kind === 'toggle' ? 'boolean' : 'string');
    }
  });

  it('stands in the group of its kind, by a key of three names', () => {
    for (const { key, group } of ACCIDENT_PARAMETERS) {
      expect(key).toMatch(/^accident\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
      expect(key.startsWith(`${group}.`)).toBe(true);
      expect(group.split('.')).toHaveLength(2);
    }
  });
});

describe('the catalogue', () => {
  it('says of every kind that is watched, and of those that people raise, when the next group is told', () => {
    expect(kindsWith('escalateAfterMinutes').toSorted()).toEqual(
      [...WATCHED_KINDS, 'call', 'staffReport'].toSorted(),
    );
    for (const { key, min } of named('escalateAfterMinutes')) expect(min, key).toBe(1);
  });

  it('lets every kind be switched off but a lost device, which can neither be put off nor kept for the night', () => {
    expect(WATCHED_KINDS.filter((kind) => !byKey.has(parameterKey(kind, 'enabled')))).toEqual([
      'deviceOffline',
    ]);
    for (const name of ['delayMinutes', 'from', 'until', 'repeats', 'limit'])
      expect(byKey.has(parameterKey('deviceOffline', name)), name).toBe(false);
  });

  it('puts nothing off by more than twenty minutes', () => {
    for (const { key, min, max } of named('delayMinutes'))
      expect([key, min, max]).toEqual([key, 0, MOST_DELAY_MINUTES]);
    expect(MOST_DELAY_MINUTES).toBe(20);
  });

  it('has a beginning for each end of a time of day, and times for each stretch that they are counted in', () => {
    expect(kindsWith('until')).toEqual(kindsWith('from'));
    expect(kindsWith('withinMinutes')).toEqual(kindsWith('repeats'));
    for (const { key, default: value } of [...named('from'), ...named('until')])
      expect(String(value), key).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });

  it('takes its limits from NEWS2: 8 and 25 breaths, 40 beats where it scores three, 110 where it scores two', () => {
    const limits = ['respirationLow', 'respirationHigh', 'heartRateLow', 'heartRateHigh'].map(
      (kind) => byKey.get(`accident.${kind}.limit`)?.default,
    );
    expect(limits).toEqual([8, 25, 40, 110]);
  });

  it('ends by itself what its kind says, as long as nobody chose otherwise', () => {
    for (const kind of WATCHED_KINDS)
      expect(byKey.get(parameterKey(kind, 'clears'))?.default, kind).toBe(
        ACCIDENT_TRAITS[kind].clears,
      );
  });

  it('has each low limit under its high one, with a range for both', () => {
    for (const pair of ['heartRate', 'respiration', 'temperature']) {
      const [low, high] = [
        byKey.get(`accident.${pair}Low.limit`),
        byKey.get(`accident.${pair}High.limit`),
      ];
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
