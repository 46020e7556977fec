import type { AccidentRule } from './accident-rule.ts';
import type { RoomFacts, Trouble } from './room-facts.ts';

/**
 * Whether the condition of a rule holds at an instant. `sinceMs` is its start, if the facts contain
 * it. An unknown condition neither raises nor ends an alarm.
 */
type Holding =
  | { readonly is: 'yes'; readonly sinceMs: number | null }
  | { readonly is: 'no' }
  | { readonly is: 'unknown' };

type ConditionKind = Exclude<AccidentRule['kind'], 'fall' | 'apnea'>;
export type ConditionRule = AccidentRule & { readonly kind: ConditionKind };

export const isConditionRule = (rule: AccidentRule): rule is ConditionRule =>
  rule.kind !== 'fall' && rule.kind !== 'apnea';

const NO: Holding = { is: 'no' };
const UNKNOWN: Holding = { is: 'unknown' };

/**
 * @param isOn whether the condition already holds. A value beyond its limit must come back by the
 *   hysteresis before the condition ends.
 */
export function evaluateCondition(rule: ConditionRule, facts: RoomFacts, isOn: boolean): Holding {
  switch (rule.kind) {
    case 'bedExit':
    case 'longAbsence':
      return checkAbsence(facts);
    case 'noMovement':
      return lyingStill(facts);
    case 'heartRateHigh':
      return beyond(inBed(facts, facts.heartRate), rule.limit, 1, isOn ? HYSTERESIS.heartRate : 0);
    case 'heartRateLow':
      return beyond(inBed(facts, facts.heartRate), rule.limit, -1, isOn ? HYSTERESIS.heartRate : 0);
    case 'respirationHigh':
      return beyond(
        inBed(facts, facts.respirationRate),
        rule.limit,
        1,
        isOn ? HYSTERESIS.respirationRate : 0,
      );
    case 'respirationLow':
      return beyond(
        inBed(facts, facts.respirationRate),
        rule.limit,
        -1,
        isOn ? HYSTERESIS.respirationRate : 0,
      );
    case 'temperatureHigh':
      return beyond(facts.temperature, rule.limit, 1, isOn ? HYSTERESIS.temperature : 0);
    case 'temperatureLow':
      return beyond(facts.temperature, rule.limit, -1, isOn ? HYSTERESIS.temperature : 0);
    case 'deviceOffline':
      if (facts.deviceOffline !== null) return SINCE_NOW;
      return facts.areDevicesUnknown ? UNKNOWN : NO;
    case 'sensorOff':
    case 'batteryLow':
      return troubled(rule.kind, facts);
    case 'clockSkew':
      return troubled(rule.kind, {
        ...facts,
        clockSkew: facts.clockOffsetSeconds >= (rule.limit ?? 0) ? facts.clockSkew : null,
      });
  }
}

/** Drops heart and respiration rates measured out of bed: activity raises them. */
const inBed = ({ presence }: RoomFacts, value: number | null): number | null =>
  presence === 'outOfBed' ? null : value;

function checkAbsence({ presence, presenceSinceMs }: RoomFacts): Holding {
  if (presence === 'unknown') return UNKNOWN;
  return presence === 'outOfBed' ? { is: 'yes', sinceMs: presenceSinceMs } : NO;
}

const SINCE_NOW: Holding = { is: 'yes', sinceMs: null };
/**
 * How far a value must come back from its limit to count as within it. Larger than the usual
 * variation from breath to breath.
 */
const HYSTERESIS = { heartRate: 3, respirationRate: 1, temperature: 0.2 } as const;

/** @param sign 1 for an upper limit, -1 for a lower one. A value at its limit is within it. */
function beyond(value: number | null, limit: number | null, sign: 1 | -1, backBy: number): Holding {
  if (value === null || limit === null) return UNKNOWN;
  return sign * value > sign * limit - backBy ? SINCE_NOW : NO;
}

function lyingStill({ presence, presenceSinceMs, movedAtMs }: RoomFacts): Holding {
  if (presence === 'unknown') return UNKNOWN;
  if (presence === 'outOfBed') return NO;
  // No sensor in the room detects movement.
  return movedAtMs === null
    ? UNKNOWN
    : { is: 'yes', sinceMs: Math.max(movedAtMs, presenceSinceMs) };
}

/** The last report of a lost device is stale. */
function troubled(trouble: Trouble, facts: RoomFacts): Holding {
  if (facts[trouble] !== null) return SINCE_NOW;
  return facts.deviceOffline === null && !facts.areDevicesUnknown ? NO : UNKNOWN;
}
