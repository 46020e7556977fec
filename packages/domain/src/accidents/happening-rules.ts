import type { AccidentRule } from './accident-rule.ts';
import {
  becomesUnknownIn,
  isKnownAgain,
  QUIET,
  UNKNOWN_AFTER_MS,
  type AccidentSignal,
  type KindState,
  type Span,
} from './engine-state.ts';
import type { RoomFacts } from './room-facts.ts';

/** Something that a rule counts. */
export type Happening = {
  readonly atMs: number;
  readonly sinceMs: number;
  readonly serial: string | null;
  readonly streamId: number | null;
};

/**
 * Without another event for this long, it is over; a repeating rule waits for as long as it looks
 * back instead.
 */
export const NOT_AGAIN_FOR_MS = 600_000;
/** More are not needed to know that there were many. */
const MOST_FIRINGS = 64;

/**
 * It happened: raised with the last that the rule wants, and from then on counted as often as it
 * happens again.
 */
export function happened(
  before: KindState,
  rule: AccidentRule,
  happening: Happening,
  isInBand: boolean,
  signals: AccidentSignal[],
): KindState {
  if (!isInBand) return before;
  const { atMs } = happening;
  const firings = [...recent(before.firings, rule, atMs), atMs].slice(-MOST_FIRINGS);
  if (before.raisedAtMs !== null) {
    signals.push(signalOf('repeat', rule, happening));
    return { ...before, firings };
  }
  if (firings.length < (rule.type === 'repeating' ? rule.times : 1)) return { ...before, firings };
  const first = firings[0] ?? atMs;
  signals.push(
    signalOf('raise', rule, { ...happening, sinceMs: Math.min(first, happening.sinceMs) }),
  );
  return { ...before, firings, raisedAtMs: atMs };
}

/** A rule about what happens at moments, over a stretch of time in which nothing new is told. */
export function advanceHappening(
  before: KindState,
  rule: AccidentRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): KindState {
  const state = rule.kind === 'apnea' ? countPause(before, rule, facts, span, signals) : before;
  const last = state.firings.at(-1);
  if (last === undefined) return state;
  if (state.raisedAtMs === null) {
    const firings = recent(state.firings, rule, span.toMs);
    return firings.length === state.firings.length ? state : quietWith(state.pause, firings);
  }
  const { raisedAtMs } = state;
  const report = (step: AccidentSignal['step'], atMs: number): void => {
    signals.push(signalOf(step, rule, { atMs, sinceMs: raisedAtMs, serial: null, streamId: null }));
  };
  if (!canSee(rule, facts)) {
    const unknownFromMs = state.unknownFromMs ?? span.fromMs;
    if (becomesUnknownIn(span, unknownFromMs)) report('unknown', unknownFromMs + UNKNOWN_AFTER_MS);
    return { ...state, unknownFromMs };
  }
  let { knownFromMs } = state;
  if (isKnownAgain(state, span)) {
    // Nobody saw whether it happened in the gap, so the quiet interval starts again.
    knownFromMs = span.fromMs;
    report('known', span.fromMs);
  }
  const quietFromMs = Math.max(last, knownFromMs ?? last);
  const overMs = quietFromMs + (rule.type === 'repeating' ? rule.withinMs : NOT_AGAIN_FOR_MS);
  if (overMs > span.toMs) return { ...state, unknownFromMs: null, knownFromMs };
  report('over', Math.max(overMs, span.fromMs));
  return quietWith(state.pause, []);
}

/** Whether another event would be noticed; a person who is out of bed has no pause to miss. */
const canSee = (rule: AccidentRule, { breath, presence }: RoomFacts): boolean =>
  rule.kind !== 'apnea' || breath.kind !== 'unknown' || presence === 'outOfBed';

/**
 * A pause counts each time that it has lasted as long as the limit, while the heart shows that
 * somebody is there.
 */
function countPause(
  before: KindState,
  rule: AccidentRule,
  facts: RoomFacts,
  { fromMs, toMs, bandFromMs }: Span,
  signals: AccidentSignal[],
): KindState {
  const { breath } = facts;
  if (breath.kind !== 'paused') return before.pause === null ? before : { ...before, pause: null };
  const pause =
    before.pause?.sinceMs === breath.sinceMs
      ? before.pause
      : { sinceMs: breath.sinceMs, counted: 0 };
  let state: KindState = { ...before, pause };
  const limitMs = (rule.limit ?? Infinity) * 1000;
  if (facts.presence !== 'inBed' || facts.heartRate === null) return state;
  let { counted } = pause;
  for (let dueMs = breath.sinceMs + limitMs * (counted + 1); dueMs <= toMs; dueMs += limitMs) {
    state = happened(
      state,
      rule,
      { atMs: Math.max(dueMs, fromMs), sinceMs: breath.sinceMs, serial: null, streamId: null },
      bandFromMs !== null,
      signals,
    );
    counted += 1;
  }
  return { ...state, pause: { sinceMs: breath.sinceMs, counted } };
}

const withinOf = (rule: AccidentRule): number => (rule.type === 'repeating' ? rule.withinMs : 0);
const recent = (firings: readonly number[], rule: AccidentRule, atMs: number): number[] =>
  firings.filter((firedMs) => atMs - firedMs <= withinOf(rule));
const quietWith = (pause: KindState['pause'], firings: number[]): KindState =>
  pause === null && firings.length === 0 ? QUIET : { ...QUIET, pause, firings };

const signalOf = (
  step: AccidentSignal['step'],
  rule: AccidentRule,
  { atMs, sinceMs, serial, streamId }: Happening,
): AccidentSignal => ({
  step,
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
