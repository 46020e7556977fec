import { evaluateCondition, type ConditionRule } from './accident-conditions.ts';
import {
  becomesUnknownIn,
  isKnownAgain,
  IDLE,
  OVER_AFTER_MS,
  UNKNOWN_AFTER_MS,
  type RuleEvent,
  type RuleState,
  type Span,
} from './engine-state.ts';
import type { RoomFacts } from './room-facts.ts';

/** A pending condition is dropped after this long without data. */
export const PENDING_TIMEOUT_MS = 60_000;
/**
 * Interval of `stillFiring` events. They raise a new alarm if the old one was resolved while the
 * condition holds.
 */
export const GOES_ON_EVERY_MS = 600_000;

/** Advances a condition rule over an interval in which the facts do not change. */
export function advanceCondition(
  before: RuleState,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  const holding = evaluateCondition(rule, facts, before.sinceMs !== null);
  const isTechnical = rule.severity === 'technical';
  if (holding.is !== 'unknown' && !isTechnical && isKnownAgain(before, span))
    ruleEvents.push(createRuleEvent('known', rule, facts, span.fromMs, before.sinceMs));
  switch (holding.is) {
    case 'unknown':
      return onUnknown(before, rule, facts, span, ruleEvents);
    case 'no':
      return onFalse(before, rule, facts, span, ruleEvents);
    case 'yes': {
      const sinceMs = holding.sinceMs ?? before.sinceMs ?? span.fromMs;
      // The condition ended and began again since it was raised: end the first alarm first.
      if (before.raisedAtMs !== null && sinceMs > before.raisedAtMs)
        return restart(
          onFalse(before, rule, facts, span, ruleEvents),
          sinceMs,
          rule,
          facts,
          span,
          ruleEvents,
        );
      const known = {
        ...before,
        sinceMs,
        knownFromMs: before.knownFromMs ?? span.fromMs,
        unknownFromMs: null,
        overFromMs: null,
      };
      return before.raisedAtMs === null
        ? onTrue(known, rule, facts, span, ruleEvents)
        : onStillTrue(known, rule, facts, span, ruleEvents);
    }
  }
}

/** Missing data neither ends nor raises an alarm. */
function onUnknown(
  before: RuleState,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  const { fromMs, toMs } = span;
  if (before.sinceMs === null) return IDLE;
  const unknownFromMs = before.unknownFromMs ?? fromMs;
  // A technical alarm needs no `unknown`: `deviceOffline` already reports the missing data.
  const isWatched = before.raisedAtMs !== null && rule.severity !== 'technical';
  if (isWatched && becomesUnknownIn(span, unknownFromMs))
    ruleEvents.push(
      createRuleEvent('unknown', rule, facts, unknownFromMs + UNKNOWN_AFTER_MS, before.sinceMs),
    );
  if (before.raisedAtMs === null && toMs - unknownFromMs >= PENDING_TIMEOUT_MS) return IDLE;
  return { ...before, unknownFromMs, knownFromMs: null, overFromMs: null };
}

function onFalse(
  before: RuleState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs }: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  if (before.raisedAtMs === null) return IDLE;
  const overFromMs = before.overFromMs ?? fromMs;
  if (toMs < overFromMs + OVER_AFTER_MS) return { ...before, overFromMs, unknownFromMs: null };
  ruleEvents.push(
    createRuleEvent('cleared', rule, facts, overFromMs + OVER_AFTER_MS, before.sinceMs),
  );
  return IDLE;
}

/** The new condition counts from the end of the previous one. */
function restart(
  after: RuleState,
  sinceMs: number,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  if (after !== IDLE) return after;
  const fromMs = ruleEvents.at(-1)?.atMs ?? span.fromMs;
  return onTrue(
    { ...IDLE, sinceMs, knownFromMs: fromMs },
    rule,
    facts,
    { ...span, fromMs },
    ruleEvents,
  );
}

function onTrue(
  state: RuleState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs, bandFromMs }: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  if (bandFromMs === null) return state;
  const heldFromMs = Math.max(state.sinceMs ?? fromMs, bandFromMs);
  const dueMs = Math.max(
    heldFromMs + (rule.type === 'duration' ? rule.delayMs : 0),
    state.knownFromMs ?? fromMs,
  );
  if (dueMs > toMs) return state;
  const raisedAtMs = Math.max(dueMs, fromMs);
  ruleEvents.push(createRuleEvent('fired', rule, facts, raisedAtMs, heldFromMs));
  return { ...state, raisedAtMs, goesOnAtMs: raisedAtMs + GOES_ON_EVERY_MS };
}

function onStillTrue(
  state: RuleState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs }: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  if (state.goesOnAtMs === null || state.goesOnAtMs > toMs) return state;
  const atMs = Math.max(state.goesOnAtMs, fromMs);
  ruleEvents.push(createRuleEvent('stillFiring', rule, facts, atMs, state.sinceMs));
  return { ...state, goesOnAtMs: atMs + GOES_ON_EVERY_MS };
}

function createRuleEvent(
  type: RuleEvent['type'],
  rule: ConditionRule,
  facts: RoomFacts,
  atMs: number,
  sinceMs: number | null,
): RuleEvent {
  return {
    type,
    kind: rule.kind,
    atMs,
    sinceMs: sinceMs ?? atMs,
    severity: rule.severity,
    clears: rule.clears,
    isState: true,
    rule,
    value: getValue(rule.kind, facts),
    serial: getSerial(rule.kind, facts),
    streamId: null,
  };
}

function getValue(kind: ConditionRule['kind'], facts: RoomFacts): number | null {
  switch (kind) {
    case 'heartRateHigh':
    case 'heartRateLow':
      return facts.heartRate;
    case 'respirationHigh':
    case 'respirationLow':
      return facts.respirationRate;
    case 'temperatureHigh':
    case 'temperatureLow':
      return facts.temperature;
    case 'clockSkew':
      return facts.clockOffsetSeconds;
    case 'bedExit':
    case 'longAbsence':
    case 'noMovement':
    case 'deviceOffline':
    case 'sensorOff':
    case 'batteryLow':
      return null;
  }
}

function getSerial(kind: ConditionRule['kind'], facts: RoomFacts): string | null {
  return kind === 'deviceOffline' ||
    kind === 'sensorOff' ||
    kind === 'batteryLow' ||
    kind === 'clockSkew'
    ? facts[kind]
    : null;
}
