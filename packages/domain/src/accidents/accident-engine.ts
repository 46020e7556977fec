import { tickOccurrenceRule, onOccurrence, type Occurrence } from './occurrence-rules.ts';
import { advanceCondition } from './condition-rules.ts';
import { isConditionRule } from './accident-conditions.ts';
import { bandStartMs, type AccidentRule } from './accident-rule.ts';
import {
  IDLE,
  type AccidentSignal,
  type EngineState,
  type RuleState,
  type Span,
} from './engine-state.ts';
import { UNKNOWN_FACTS, type RoomEvent, type RoomFacts } from './room-facts.ts';
import { utcOffsetMinutes } from '../time/zone-time.ts';

export type RoomRules = {
  readonly rules: readonly AccidentRule[];
  readonly toLocalMinute: ToLocalMinute;
};
type EngineStep = {
  readonly state: EngineState;
  readonly signals: readonly AccidentSignal[];
};

/** Facts and events observed at `atMs`. Without both, only time has passed. */
export type Observed = {
  readonly atMs: number;
  readonly facts?: RoomFacts;
  readonly events?: readonly RoomEvent[];
};

export const newEngine = (atMs: number): EngineState => ({ atMs, facts: UNKNOWN_FACTS, kinds: {} });

const MINUTE_MS = 60_000;

/**
 * Advances the rules of a room to an instant. The previous facts hold until then, the observed ones
 * from then on. Each signal carries the time at which it came due, not the time of the call. The
 * same observations therefore give the same signals however often this is called in between: live,
 * after a restart, and in a backtest with other rules.
 */
export function stepAccidents(
  before: EngineState,
  observed: Observed,
  room: RoomRules,
): EngineStep {
  const signals: AccidentSignal[] = [];
  // Time never runs backwards: a late observation counts as of now.
  const atMs = Math.max(observed.atMs, before.atMs);
  const kinds: Partial<Record<AccidentRule['kind'], RuleState>> = {};
  for (const rule of room.rules) {
    let state = before.kinds[rule.kind] ?? IDLE;
    state = passTime(state, rule, before.facts, before.atMs, atMs, room, signals);
    const facts = observed.facts ?? before.facts;
    state = at(state, rule, facts, atMs, room, signals, {
      events: observed.events ?? [],
      breathBefore: before.facts.breath,
    });
    if (state !== IDLE) kinds[rule.kind] = state;
  }
  return {
    state: { atMs, facts: observed.facts ?? before.facts, kinds },
    signals: signals.toSorted((one, other) => one.atMs - other.atMs),
  };
}

/** Advances minute by minute, because bands begin and end on whole minutes. */
function passTime(
  before: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  fromMs: number,
  toMs: number,
  room: RoomRules,
  signals: AccidentSignal[],
): RuleState {
  let state = before;
  for (let beginMs = fromMs; beginMs < toMs;) {
    const endMs = Math.min(toMs, (Math.floor(beginMs / MINUTE_MS) + 1) * MINUTE_MS);
    state = advance(
      state,
      rule,
      facts,
      { fromMs: beginMs, toMs: endMs, bandFromMs: bandFrom(rule, beginMs, room) },
      signals,
    );
    if (isSettled(state)) return state;
    beginMs = endMs;
  }
  return state;
}

/** Whether time alone can no longer change the state. */
const isSettled = ({
  sinceMs,
  knownFromMs,
  raisedAtMs,
  unknownFromMs,
  firings,
  pause,
}: RuleState): boolean =>
  sinceMs === null &&
  knownFromMs === null &&
  raisedAtMs === null &&
  unknownFromMs === null &&
  firings.length === 0 &&
  pause === null;

type News = { readonly events: readonly RoomEvent[]; readonly breathBefore: RoomFacts['breath'] };

function at(
  before: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  atMs: number,
  room: RoomRules,
  signals: AccidentSignal[],
  news: News,
): RuleState {
  const moment = { fromMs: atMs, toMs: atMs, bandFromMs: bandFrom(rule, atMs, room) };
  if (isConditionRule(rule)) return advance(before, rule, facts, moment, signals);
  let state = before;
  for (const occurrence of findOccurrences(rule, state, facts, atMs, news))
    state = onOccurrence(state, rule, occurrence, moment.bandFromMs !== null, signals);
  return advance(state, rule, facts, moment, signals);
}

function findOccurrences(
  rule: AccidentRule,
  state: RuleState,
  facts: RoomFacts,
  atMs: number,
  { events, breathBefore }: News,
): Occurrence[] {
  if (rule.kind === 'fall')
    return events.map(({ serial, streamId }) => ({ atMs, sinceMs: atMs, serial, streamId }));
  if (
    rule.kind !== 'apnea' ||
    breathBefore.kind !== 'paused' ||
    facts.breath.kind !== 'seen' ||
    facts.presence !== 'inBed'
  )
    return [];
  // Breathing resumed with the person still in bed, so the pause was real even without a heart
  // rate.
  const counted = state.pause?.sinceMs === breathBefore.sinceMs ? state.pause.counted : 0;
  const times =
    Math.floor((atMs - breathBefore.sinceMs) / ((rule.limit ?? Infinity) * 1000)) - counted;
  return Array.from({ length: Math.max(0, times) }, () => ({
    atMs,
    sinceMs: breathBefore.sinceMs,
    serial: null,
    streamId: null,
  }));
}

/**
 * Start of the band that contains `atMs`: minus infinity for a rule without a band, null outside
 * the band.
 */
const bandFrom = (
  { band }: AccidentRule,
  atMs: number,
  { toLocalMinute }: RoomRules,
): number | null =>
  band === null ? Number.NEGATIVE_INFINITY : bandStartMs(band, atMs, toLocalMinute(atMs));

function advance(
  state: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): RuleState {
  return isConditionRule(rule)
    ? advanceCondition(state, rule, facts, span, signals)
    : tickOccurrenceRule(state, rule, facts, span, signals);
}

/** Local minutes since midnight, 0 to 1439. */
type ToLocalMinute = (atMs: number) => number;

/** UTC offsets change only on quarter hours. */
const OFFSET_HOLDS_MS = 15 * MINUTE_MS;

/**
 * Creates a converter for a time zone. An unknown zone counts as Japan, the default of every
 * organisation.
 */
export function createLocalMinutes(timeZone: string): ToLocalMinute {
  let known = { fromMs: Number.NaN, offsetMinutes: 0 };
  return (atMs) => {
    const fromMs = Math.floor(atMs / OFFSET_HOLDS_MS) * OFFSET_HOLDS_MS;
    if (fromMs !== known.fromMs)
      known = { fromMs, offsetMinutes: utcOffsetMinutes(fromMs, timeZone) };
    const minute = (Math.floor(atMs / MINUTE_MS) + known.offsetMinutes) % 1440;
    return minute < 0 ? minute + 1440 : minute;
  };
}
