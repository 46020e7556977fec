import { describe, expect, it } from 'vitest';
import { evaluateCondition, isConditionRule, type ConditionRule } from './accident-conditions.ts';
import { ACCIDENT_PARAMETERS, WATCHED_KINDS, type WatchedKind } from './accident-parameters.ts';
import { effectiveRules } from './accident-rule.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

/** Every rule, enabled, with its default settings. */
const rules = effectiveRules(
  [
    Object.fromEntries(
      WATCHED_KINDS.filter((kind) => kind !== 'deviceOffline').map((kind) => [
        `accident.${kind}.enabled`,
        true,
      ]),
    ),
  ],
  ACCIDENT_PARAMETERS,
);
const findRule = (kind: WatchedKind): ConditionRule => {
  const rule = rules.find((one) => one.kind === kind);
  if (rule === undefined || !isConditionRule(rule)) throw new Error(`no condition for ${kind}`);
  return rule;
};
const inBed: RoomFacts = {
  ...UNKNOWN_FACTS,
  areDevicesUnknown: false,
  presence: 'inBed',
  presenceSinceMs: 1_000,
  heartRate: 60,
  respirationRate: 14,
  temperature: 36,
  movedAtMs: 5_000,
  breath: { kind: 'seen' },
};
const formatResult = (kind: WatchedKind, facts: Partial<RoomFacts>, isOn = false): string => {
  const holding = evaluateCondition(findRule(kind), { ...inBed, ...facts }, isOn);
  return holding.is === 'yes' ? `yes ${holding.sinceMs ?? 'now'}` : holding.is;
};

describe('evaluateCondition', () => {
  it.each<[WatchedKind, Partial<RoomFacts>, string]>([
    ['bedExit', {}, 'no'],
    ['bedExit', { presence: 'outOfBed' }, 'yes 1000'],
    ['bedExit', { presence: 'unknown' }, 'unknown'],
    ['longAbsence', {}, 'no'],
    ['longAbsence', { presence: 'outOfBed' }, 'yes 1000'],
    ['longAbsence', { presence: 'unknown' }, 'unknown'],
    ['noMovement', {}, 'yes 5000'],
    ['noMovement', { presenceSinceMs: 9_000 }, 'yes 9000'],
    ['noMovement', { movedAtMs: null }, 'unknown'],
    ['noMovement', { presence: 'outOfBed' }, 'no'],
    ['noMovement', { presence: 'unknown' }, 'unknown'],
    ['heartRateHigh', { heartRate: 110 }, 'no'],
    ['heartRateHigh', { heartRate: 111 }, 'yes now'],
    ['heartRateHigh', { heartRate: null }, 'unknown'],
    ['heartRateHigh', { heartRate: 150, presence: 'outOfBed' }, 'unknown'],
    ['heartRateHigh', { heartRate: 150, presence: 'unknown' }, 'yes now'],
    ['heartRateLow', { heartRate: 40 }, 'no'],
    ['heartRateLow', { heartRate: 39 }, 'yes now'],
    ['heartRateLow', { heartRate: null }, 'unknown'],
    ['respirationHigh', { respirationRate: 25 }, 'no'],
    ['respirationHigh', { respirationRate: 25.5 }, 'yes now'],
    ['respirationHigh', { respirationRate: null }, 'unknown'],
    ['respirationLow', { respirationRate: 8 }, 'no'],
    ['respirationLow', { respirationRate: 7.5 }, 'yes now'],
    ['respirationLow', { respirationRate: 7.5, presence: 'outOfBed' }, 'unknown'],
    ['temperatureHigh', { temperature: 38 }, 'no'],
    ['temperatureHigh', { temperature: 38.1 }, 'yes now'],
    ['temperatureHigh', { temperature: 38.1, presence: 'outOfBed' }, 'yes now'],
    ['temperatureLow', { temperature: 34 }, 'no'],
    ['temperatureLow', { temperature: 33.9 }, 'yes now'],
    ['temperatureLow', { temperature: null }, 'unknown'],
    ['deviceOffline', {}, 'no'],
    ['deviceOffline', { deviceOffline: 'A' }, 'yes now'],
    ['sensorOff', {}, 'no'],
    ['sensorOff', { sensorOff: 'A' }, 'yes now'],
    ['sensorOff', { deviceOffline: 'A' }, 'unknown'],
    ['sensorOff', { deviceOffline: 'A', sensorOff: 'B' }, 'yes now'],
    ['batteryLow', {}, 'no'],
    ['batteryLow', { batteryLow: 'A' }, 'yes now'],
    ['batteryLow', { deviceOffline: 'A' }, 'unknown'],
    ['clockSkew', {}, 'no'],
    ['clockSkew', { clockSkew: 'A', clockOffsetSeconds: 60 }, 'yes now'],
    ['clockSkew', { clockSkew: 'A', clockOffsetSeconds: 55 }, 'no'],
    ['clockSkew', { deviceOffline: 'A' }, 'unknown'],
  ])('%s with %j holds: %s', (kind, facts, expected) => {
    expect(formatResult(kind, facts)).toBe(expected);
  });

  it.each<[WatchedKind, Partial<RoomFacts>, Partial<RoomFacts>]>([
    ['heartRateHigh', { heartRate: 108 }, { heartRate: 107 }],
    ['heartRateLow', { heartRate: 42 }, { heartRate: 43 }],
    ['respirationHigh', { respirationRate: 24.5 }, { respirationRate: 24 }],
    ['respirationLow', { respirationRate: 8.5 }, { respirationRate: 9 }],
    ['temperatureHigh', { temperature: 37.9 }, { temperature: 37.8 }],
    ['temperatureLow', { temperature: 34.1 }, { temperature: 34.2 }],
  ])('%s beyond its limit still holds at %j and ends at %j', (kind, still, back) => {
    expect([formatResult(kind, still, true), formatResult(kind, back, true)]).toEqual([
      'yes now',
      'no',
    ]);
    expect([formatResult(kind, still), formatResult(kind, back)]).toEqual(['no', 'no']);
  });

  it('every rule except `fall` and `apnea` is a condition', () => {
    expect(rules.filter((rule) => !isConditionRule(rule)).map(({ kind }) => kind)).toEqual([
      'fall',
      'apnea',
    ]);
    expect(rules.map(({ kind }) => kind)).toEqual(WATCHED_KINDS);
  });

  it.each<[WatchedKind, Partial<RoomFacts>, string]>([
    ['deviceOffline', {}, 'no'],
    ['deviceOffline', { deviceOffline: 'A-1' }, 'yes now'],
    ['deviceOffline', { areDevicesUnknown: true }, 'unknown'],
    ['deviceOffline', { deviceOffline: 'A-1', areDevicesUnknown: true }, 'yes now'],
    ['sensorOff', { areDevicesUnknown: true }, 'unknown'],
    ['batteryLow', { areDevicesUnknown: true }, 'unknown'],
  ])('%s with %j is %s', (kind, facts, expected) => {
    expect(formatResult(kind, facts)).toBe(expected);
  });

  it('no condition holds in a room without data', () => {
    for (const rule of rules)
      if (isConditionRule(rule))
        expect(evaluateCondition(rule, UNKNOWN_FACTS, true).is, rule.kind).not.toBe('yes');
  });
});
