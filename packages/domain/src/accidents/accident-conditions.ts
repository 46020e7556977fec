import type { AccidentRule } from './accident-rule.ts';
import type { RoomFacts, Trouble } from './room-facts.ts';

/**
 * Whether what a rule watches holds, by the facts of an instant. `sinceMs`: since when, where the
 * facts say so. What is not known neither raises nor ends anything.
 */
export type Holding =
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
 * @param isOn whether it is about to raise or has raised: a figure that went beyond its limit has
 * to come back by a little more
 */
export function holdingOf(rule: ConditionRule, facts: RoomFacts, isOn: boolean): Holding {
  switch (rule.kind) {
    case 'bedExit':
    case 'longAbsence':
      return facts.presence === 'unknown'
        ? UNKNOWN
        : facts.presence === 'outOfBed'
          ? { is: 'yes', sinceMs: facts.presenceSinceMs }
          : NO;
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
      return facts.deviceOffline === null ? NO : SINCE_NOW;
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

/** In bed but for what is told of the device: somebody who walks about has a fast heart. */
const inBed = ({ presence }: RoomFacts, value: number | null): number | null =>
  presence === 'outOfBed' ? null : value;

const SINCE_NOW: Holding = { is: 'yes', sinceMs: null };
/**
 * How far a figure comes back from its limit before it is within it again: what it wavers by from
 * breath to breath.
 */
const HYSTERESIS = { heartRate: 3, respirationRate: 1, temperature: 0.2 } as const;

/**
 * @param sign 1: too high is over the limit, -1: too low is under it; the limit itself is within
 */
function beyond(value: number | null, limit: number | null, sign: 1 | -1, backBy: number): Holding {
  if (value === null || limit === null) return UNKNOWN;
  return sign * value > sign * limit - backBy ? SINCE_NOW : NO;
}

function lyingStill({ presence, presenceSinceMs, movedAtMs }: RoomFacts): Holding {
  if (presence === 'unknown') return UNKNOWN;
  if (presence === 'outOfBed') return NO;
  // Without anything that feels movement nobody is said not to move.
  return movedAtMs === null
    ? UNKNOWN
    : { is: 'yes', sinceMs: Math.max(movedAtMs, presenceSinceMs) };
}

/** What a lost device last said of itself is not known any more. */
function troubled(trouble: Trouble, facts: RoomFacts): Holding {
  if (facts[trouble] !== null) return SINCE_NOW;
  return facts.deviceOffline === null ? NO : UNKNOWN;
}
