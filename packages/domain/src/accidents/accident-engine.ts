import { advanceHappening, happened, type Happening } from './happening-rules.ts';
import { advanceCondition } from './condition-rules.ts';
import { isConditionRule } from './accident-conditions.ts';
import { bandStartMs, type AccidentRule } from './accident-rule.ts';
import {
  QUIET,
  type AccidentSignal,
  type EngineState,
  type KindState,
  type Span,
} from './engine-state.ts';
import type { LocalMinuteOf } from './local-minute.ts';
import { UNKNOWN_FACTS, type RoomEvent, type RoomFacts } from './room-facts.ts';

export type RoomRules = {
  readonly rules: readonly AccidentRule[];
  readonly localMinuteOf: LocalMinuteOf;
};
export type EngineStep = {
  readonly state: EngineState;
  readonly signals: readonly AccidentSignal[];
};

/** What is newly known at `atMs`. Without facts and events nothing is, but that time has passed. */
export type Observed = {
  readonly atMs: number;
  readonly facts?: RoomFacts;
  readonly events?: readonly RoomEvent[];
};

export const newEngine = (atMs: number): EngineState => ({ atMs, facts: UNKNOWN_FACTS, kinds: {} });

const MINUTE_MS = 60_000;

/**
 * The rules of a room, moved on to an instant. What was known before held until then, what is
 * observed holds from then on; everything is said with the moment at which it came due, not with
 * that of the call. So the same observations give the same signals, however often and when it is
 * called in between: live, after a restart, and when nights are replayed under other rules.
 */
export function stepAccidents(
  before: EngineState,
  observed: Observed,
  room: RoomRules,
): EngineStep {
  const signals: AccidentSignal[] = [];
  // Nothing goes back in time: an observation that comes late counts as of now.
  const atMs = Math.max(observed.atMs, before.atMs);
  const kinds: Partial<Record<AccidentRule['kind'], KindState>> = {};
  for (const rule of room.rules) {
    let state = before.kinds[rule.kind] ?? QUIET;
    state = passTime(state, rule, before.facts, before.atMs, atMs, room, signals);
    const facts = observed.facts ?? before.facts;
    state = at(state, rule, facts, atMs, room, signals, {
      eventsOf: observed.events ?? [],
      breathBefore: before.facts.breath,
    });
    if (state !== QUIET) kinds[rule.kind] = state;
  }
  return {
    state: { atMs, facts: observed.facts ?? before.facts, kinds },
    signals: signals.toSorted((one, other) => one.atMs - other.atMs),
  };
}

/** From one whole minute to the next, as bands begin and end at those. */
function passTime(
  before: KindState,
  rule: AccidentRule,
  facts: RoomFacts,
  fromMs: number,
  toMs: number,
  room: RoomRules,
  signals: AccidentSignal[],
): KindState {
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

/** Nothing of it can come due by time alone. */
const isSettled = ({
  sinceMs,
  knownFromMs,
  raisedAtMs,
  unknownFromMs,
  firings,
  pause,
}: KindState): boolean =>
  sinceMs === null &&
  knownFromMs === null &&
  raisedAtMs === null &&
  unknownFromMs === null &&
  firings.length === 0 &&
  pause === null;

type News = { readonly eventsOf: readonly RoomEvent[]; readonly breathBefore: RoomFacts['breath'] };

function at(
  before: KindState,
  rule: AccidentRule,
  facts: RoomFacts,
  atMs: number,
  room: RoomRules,
  signals: AccidentSignal[],
  news: News,
): KindState {
  const moment = { fromMs: atMs, toMs: atMs, bandFromMs: bandFrom(rule, atMs, room) };
  if (isConditionRule(rule)) return advance(before, rule, facts, moment, signals);
  let state = before;
  for (const happening of happeningsAt(rule, state, facts, atMs, news))
    state = happened(state, rule, happening, moment.bandFromMs !== null, signals);
  return advance(state, rule, facts, moment, signals);
}

function happeningsAt(
  rule: AccidentRule,
  state: KindState,
  facts: RoomFacts,
  atMs: number,
  { eventsOf, breathBefore }: News,
): Happening[] {
  if (rule.kind === 'fall')
    return eventsOf.map(({ serial, streamId }) => ({ atMs, sinceMs: atMs, serial, streamId }));
  if (
    rule.kind !== 'apnea' ||
    breathBefore.kind !== 'paused' ||
    facts.breath.kind !== 'seen' ||
    facts.presence !== 'inBed'
  )
    return [];
  // Breath came back with somebody still in bed: it was a pause, also where no heart told so
  // meanwhile.
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
 * When the band began that a moment lies in: long ago where the rule has none, null outside of it.
 */
const bandFrom = (
  { band }: AccidentRule,
  atMs: number,
  { localMinuteOf }: RoomRules,
): number | null =>
  band === null ? Number.NEGATIVE_INFINITY : bandStartMs(band, atMs, localMinuteOf(atMs));

function advance(
  state: KindState,
  rule: AccidentRule,
  facts: RoomFacts,
  span: Span,
  signals: AccidentSignal[],
): KindState {
  return isConditionRule(rule)
    ? advanceCondition(state, rule, facts, span, signals)
    : advanceHappening(state, rule, facts, span, signals);
}
