import type { AccidentRule } from './accident-rule.ts';
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

/** An event that a rule counts. */
export type Occurrence = {
  readonly atMs: number;
  readonly sinceMs: number;
  readonly serial: string | null;
  readonly streamId: number | null;
};

/**
 * The alarm ends after this long without another event. A repeating rule uses its own window
 * instead.
 */
export const NOT_AGAIN_FOR_MS = 600_000;
/** Maximum event times to store. */
const MAX_STORED_EVENTS = 64;

/**
 * Counts an event: raises the alarm once the rule has enough events, and reports each later one as
 * a repeat.
 */
export function onOccurrence(
  before: RuleState,
  rule: AccidentRule,
  occurrence: Occurrence,
  isInBand: boolean,
  ruleEvents: RuleEvent[],
): RuleState {
  if (!isInBand) return before;
  const { atMs } = occurrence;
  const firings = [...filterRecent(before.firings, rule, atMs), atMs].slice(-MAX_STORED_EVENTS);
  if (before.raisedAtMs !== null) {
    ruleEvents.push(createRuleEvent('repeated', rule, occurrence));
    return { ...before, firings, overFromMs: null };
  }
  if (firings.length < (rule.type === 'repeating' ? rule.times : 1)) return { ...before, firings };
  const first = firings[0] ?? atMs;
  ruleEvents.push(
    createRuleEvent('fired', rule, { ...occurrence, sinceMs: Math.min(first, occurrence.sinceMs) }),
  );
  return { ...before, firings, raisedAtMs: atMs };
}

/** Advances an event rule over an interval without new events. */
export function tickOccurrenceRule(
  before: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  span: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  const state = rule.kind === 'apnea' ? countPause(before, rule, facts, span, ruleEvents) : before;
  const last = state.firings.at(-1);
  if (last === undefined) return state;
  if (state.raisedAtMs === null) {
    const firings = filterRecent(state.firings, rule, span.toMs);
    return firings.length === state.firings.length ? state : idleWith(state.pause, firings);
  }
  const { raisedAtMs } = state;
  const report = (type: RuleEvent['type'], atMs: number): void => {
    ruleEvents.push(
      createRuleEvent(type, rule, { atMs, sinceMs: raisedAtMs, serial: null, streamId: null }),
    );
  };
  if (!canSee(rule, facts)) {
    const unknownFromMs = state.unknownFromMs ?? span.fromMs;
    if (becomesUnknownIn(span, unknownFromMs)) report('unknown', unknownFromMs + UNKNOWN_AFTER_MS);
    return { ...state, unknownFromMs, overFromMs: confirmedEnd(state, span) };
  }
  let { knownFromMs } = state;
  if (isKnownAgain(state, span)) {
    // An event in the gap would have been missed, so the quiet interval restarts.
    knownFromMs = span.fromMs;
    report('known', span.fromMs);
  }
  const quietFromMs = Math.max(last, knownFromMs ?? last);
  let overFromMs = state.overFromMs;
  if (rule.kind === 'apnea') {
    const isPaused = facts.breath.kind === 'paused';
    overFromMs = confirmedEnd(state, span) ?? (isPaused ? null : (overFromMs ?? span.fromMs));
    // A pause that is not counted is no sign that the person breathes.
    if (isPaused) return { ...state, unknownFromMs: null, knownFromMs, overFromMs };
  }
  const overMs = Math.max(
    quietFromMs + (rule.type === 'repeating' ? rule.windowMs : NOT_AGAIN_FOR_MS),
    overFromMs === null ? 0 : overFromMs + OVER_AFTER_MS,
  );
  if (overMs > span.toMs) return { ...state, unknownFromMs: null, knownFromMs, overFromMs };
  report('cleared', Math.max(overMs, span.fromMs));
  return idleWith(state.pause, []);
}

/** When breathing resumed, once it has lasted long enough; null before. */
const confirmedEnd = ({ overFromMs }: RuleState, { fromMs }: Span): number | null =>
  overFromMs !== null && overFromMs + OVER_AFTER_MS <= fromMs ? overFromMs : null;

/**
 * Whether the sensors would detect another event. Out of bed, there is no pause of breathing to
 * miss.
 */
const canSee = (rule: AccidentRule, { breath, presence }: RoomFacts): boolean =>
  rule.kind !== 'apnea' || breath.kind !== 'unknown' || presence === 'outOfBed';

/**
 * Counts a pause of breathing each time it has lasted another limit, while a heart rate shows that
 * a person is in bed.
 */
function countPause(
  before: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  { fromMs, toMs, bandFromMs }: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  const { breath } = facts;
  if (breath.kind !== 'paused') return before.pause === null ? before : { ...before, pause: null };
  const pause =
    before.pause?.sinceMs === breath.sinceMs
      ? before.pause
      : { sinceMs: breath.sinceMs, counted: 0 };
  let state: RuleState = { ...before, pause };
  const limitMs = (rule.limit ?? Infinity) * 1000;
  if (facts.presence !== 'inBed' || facts.heartRate === null) return state;
  let { counted } = pause;
  for (let dueMs = breath.sinceMs + limitMs * (counted + 1); dueMs <= toMs; dueMs += limitMs) {
    state = onOccurrence(
      state,
      rule,
      { atMs: Math.max(dueMs, fromMs), sinceMs: breath.sinceMs, serial: null, streamId: null },
      bandFromMs !== null,
      ruleEvents,
    );
    counted += 1;
  }
  return { ...state, pause: { sinceMs: breath.sinceMs, counted } };
}

const getWindowMs = (rule: AccidentRule): number => (rule.type === 'repeating' ? rule.windowMs : 0);
const filterRecent = (firings: readonly number[], rule: AccidentRule, atMs: number): number[] =>
  firings.filter((firedMs) => atMs - firedMs <= getWindowMs(rule));
const idleWith = (pause: RuleState['pause'], firings: number[]): RuleState =>
  pause === null && firings.length === 0 ? IDLE : { ...IDLE, pause, firings };

const createRuleEvent = (
  type: RuleEvent['type'],
  rule: AccidentRule,
  { atMs, sinceMs, serial, streamId }: Occurrence,
): RuleEvent => ({
  type,
  kind: rule.kind,
  atMs,
  sinceMs,
  severity: rule.severity,
  clears: rule.clears,
  isState: false,
  rule,
  value: null,
  serial,
  streamId,
});
