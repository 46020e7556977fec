import { holdingOf, type ConditionRule } from './accident-conditions.ts';
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

/**
 * What it raised is over when it has not held for this long: a figure at its limit does not flap.
 */
export const OVER_AFTER_MS = 30_000;
/** What was about to raise is forgotten when nothing has been known for this long. */
export const FORGOTTEN_AFTER_MS = 60_000;
/** What goes on is said again this often, for one that was closed while it holds. */
export const GOES_ON_EVERY_MS = 600_000;

/**
 * A rule about a state of the room, over a stretch of time in which what is known stays as it is.
 */
export function advanceCondition(
  before: KindState,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): KindState {
  const holding = holdingOf(rule, facts, before.sinceMs !== null);
  const isTechnical = rule.severity === 'technical';
  if (holding.is !== 'unknown' && !isTechnical && isKnownAgain(before, span))
    signals.push(signalOf('known', rule, facts, span.fromMs, before.sinceMs));
  switch (holding.is) {
    case 'unknown':
      return notKnown(before, rule, facts, span, signals);
    case 'no':
      return over(before, rule, facts, span, signals);
    case 'yes': {
      const sinceMs = holding.sinceMs ?? before.sinceMs ?? span.fromMs;
      // It has begun anew since it was raised: what was raised is over first.
      if (before.raisedAtMs !== null && sinceMs > before.raisedAtMs)
        return begunAnew(
          over(before, rule, facts, span, signals),
          sinceMs,
          rule,
          facts,
          span,
          signals,
        );
      const known = {
        ...before,
        sinceMs,
        knownFromMs: before.knownFromMs ?? span.fromMs,
        unknownFromMs: null,
        overFromMs: null,
      };
      return before.raisedAtMs === null
        ? pending(known, rule, facts, span, signals)
        : goingOn(known, rule, facts, span, signals);
    }
  }
}

/** Missing data ends nothing that was raised, and raises nothing. */
function notKnown(
  before: KindState,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): KindState {
  const { fromMs, toMs } = span;
  if (before.sinceMs === null) return QUIET;
  const unknownFromMs = before.unknownFromMs ?? fromMs;
  // A device's fault is told by its own line; that a lost device tells nothing is known already.
  const isWatched = before.raisedAtMs !== null && rule.severity !== 'technical';
  if (isWatched && becomesUnknownIn(span, unknownFromMs))
    signals.push(
      signalOf('unknown', rule, facts, unknownFromMs + UNKNOWN_AFTER_MS, before.sinceMs),
    );
  if (before.raisedAtMs === null && toMs - unknownFromMs >= FORGOTTEN_AFTER_MS) return QUIET;
  return { ...before, unknownFromMs, knownFromMs: null, overFromMs: null };
}

function over(
  before: KindState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs }: Span,
  signals: AccidentSignal[],
): KindState {
  if (before.raisedAtMs === null) return QUIET;
  const overFromMs = before.overFromMs ?? fromMs;
  if (toMs < overFromMs + OVER_AFTER_MS) return { ...before, overFromMs, unknownFromMs: null };
  signals.push(signalOf('over', rule, facts, overFromMs + OVER_AFTER_MS, before.sinceMs));
  return QUIET;
}

/** What began anew counts from when the one before is over. */
function begunAnew(
  after: KindState,
  sinceMs: number,
  rule: ConditionRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): KindState {
  if (after !== QUIET) return after;
  const fromMs = signals.at(-1)?.atMs ?? span.fromMs;
  return pending(
    { ...QUIET, sinceMs, knownFromMs: fromMs },
    rule,
    facts,
    { ...span, fromMs },
    signals,
  );
}

function pending(
  state: KindState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs, bandFromMs }: Span,
  signals: AccidentSignal[],
): KindState {
  if (bandFromMs === null) return state;
  const heldFromMs = Math.max(state.sinceMs ?? fromMs, bandFromMs);
  const dueMs = Math.max(
    heldFromMs + (rule.type === 'duration' ? rule.delayMs : 0),
    state.knownFromMs ?? fromMs,
  );
  if (dueMs > toMs) return state;
  const raisedAtMs = Math.max(dueMs, fromMs);
  signals.push(signalOf('raise', rule, facts, raisedAtMs, heldFromMs));
  return { ...state, raisedAtMs, goesOnAtMs: raisedAtMs + GOES_ON_EVERY_MS };
}

function goingOn(
  state: KindState,
  rule: ConditionRule,
  facts: RoomFacts,
  { fromMs, toMs }: Span,
  signals: AccidentSignal[],
): KindState {
  if (state.goesOnAtMs === null || state.goesOnAtMs > toMs) return state;
  const atMs = Math.max(state.goesOnAtMs, fromMs);
  signals.push(signalOf('goesOn', rule, facts, atMs, state.sinceMs));
  return { ...state, goesOnAtMs: atMs + GOES_ON_EVERY_MS };
}

function signalOf(
  step: AccidentSignal['step'],
  rule: ConditionRule,
  facts: RoomFacts,
  atMs: number,
  sinceMs: number | null,
): AccidentSignal {
  return {
    step,
    kind: rule.kind,
    atMs,
    sinceMs: sinceMs ?? atMs,
    severity: rule.severity,
    clears: rule.clears,
    isState: true,
    rule,
    value: valueOf(rule.kind, facts),
    serial: serialOf(rule.kind, facts),
    streamId: null,
  };
}

function valueOf(kind: ConditionRule['kind'], facts: RoomFacts): number | null {
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

function serialOf(kind: ConditionRule['kind'], facts: RoomFacts): string | null {
  return kind === 'deviceOffline' ||
    kind === 'sensorOff' ||
    kind === 'batteryLow' ||
    kind === 'clockSkew'
    ? facts[kind]
    : null;
}
