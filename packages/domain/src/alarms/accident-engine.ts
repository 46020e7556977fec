import { tickOccurrenceRule, onOccurrence, type Occurrence } from './occurrence-rules.ts';
import { advanceCondition } from './condition-rules.ts';
import { isConditionRule } from './accident-conditions.ts';
import { bandStartMs, type AccidentRule } from './accident-rule.ts';
import {
  IDLE,
  type RuleEvent,
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
  readonly ruleEvents: readonly RuleEvent[];
};

/** Facts and events observed at `atMs`. Without both, only time has passed. */
export type Observed = {
  readonly atMs: number;
  readonly facts?: RoomFacts;
  readonly events?: readonly RoomEvent[];
};

export const newEngine = (atMs: number): EngineState => ({
  atMs,
  countFromMs: 0,
  facts: UNKNOWN_FACTS,
  kinds: {},
});

/**
 * Continues at `atMs` after the clock jumped forward. No time has passed for the rules: durations
 * that are not over yet restart, and open alarms stay.
 */
export function restartDurations(state: EngineState, atMs: number): EngineState {
  const kinds: EngineState['kinds'] = {};
  for (const [kind, rule] of Object.entries(state.kinds) as [AccidentRule['kind'], RuleState][])
    kinds[kind] = {
      ...rule,
      knownFromMs: rule.raisedAtMs === null ? rule.knownFromMs : atMs,
      unknownFromMs: null,
      overFromMs: null,
    };
  return { ...state, atMs, countFromMs: atMs, kinds };
}

const MINUTE_MS = 60_000;

/**
 * Advances the rules of a room to an instant. The previous facts hold until then, the observed ones
 * from then on. Each rule event carries the time at which it came due, not the time of the call.
 * The same observations therefore give the same rule events however often this is called in
 * between: live, after a restart, and in a backtest with other rules.
 */
export function stepAccidents(
  before: EngineState,
  observed: Observed,
  room: RoomRules,
): EngineStep {
  const ruleEvents: RuleEvent[] = [];
  // Time never runs backwards: a late observation counts as of now.
  const atMs = Math.max(observed.atMs, before.atMs);
  const { countFromMs } = before;
  const factsBefore = countedBreath(before.facts, countFromMs);
  const facts = countedBreath(observed.facts ?? before.facts, countFromMs);
  const counted = { ...room, countFromMs };
  const kinds: Partial<Record<AccidentRule['kind'], RuleState>> = {};
  for (const rule of room.rules) {
    let state = before.kinds[rule.kind] ?? IDLE;
    state = passTime(state, rule, factsBefore, before.atMs, atMs, counted, ruleEvents);
    state = at(state, rule, facts, atMs, counted, ruleEvents, {
      events: observed.events ?? [],
      breathBefore: factsBefore.breath,
    });
    if (state !== IDLE) kinds[rule.kind] = state;
  }
  return {
    state: { atMs, countFromMs, facts: observed.facts ?? before.facts, kinds },
    ruleEvents: ruleEvents.toSorted((one, other) => one.atMs - other.atMs),
  };
}

/** A pause of breathing counts from `countFromMs` at the earliest. */
function countedBreath(facts: RoomFacts, countFromMs: number): RoomFacts {
  const { breath } = facts;
  if (breath.kind !== 'paused' || breath.sinceMs >= countFromMs) return facts;
  return { ...facts, breath: { ...breath, sinceMs: countFromMs } };
}

type CountedRules = RoomRules & Pick<EngineState, 'countFromMs'>;

/** Advances minute by minute, because bands begin and end on whole minutes. */
function passTime(
  before: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  fromMs: number,
  toMs: number,
  room: CountedRules,
  ruleEvents: RuleEvent[],
): RuleState {
  let state = before;
  for (let beginMs = fromMs; beginMs < toMs;) {
    const endMs = Math.min(toMs, (Math.floor(beginMs / MINUTE_MS) + 1) * MINUTE_MS);
    state = advance(
      state,
      rule,
      facts,
      { fromMs: beginMs, toMs: endMs, bandFromMs: bandFrom(rule, beginMs, room) },
      ruleEvents,
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
  room: CountedRules,
  ruleEvents: RuleEvent[],
  news: News,
): RuleState {
  const moment = { fromMs: atMs, toMs: atMs, bandFromMs: bandFrom(rule, atMs, room) };
  if (isConditionRule(rule)) return advance(before, rule, facts, moment, ruleEvents);
  let state = before;
  for (const occurrence of findOccurrences(rule, state, facts, atMs, news))
    state = onOccurrence(state, rule, occurrence, moment.bandFromMs !== null, ruleEvents);
  return advance(state, rule, facts, moment, ruleEvents);
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
 * Start of the band that contains `atMs`, but not before durations count; null outside the band.
 */
function bandFrom(
  { band }: AccidentRule,
  atMs: number,
  { toLocalMinute, countFromMs }: CountedRules,
): number | null {
  if (band === null) return countFromMs;
  const startMs = bandStartMs(band, atMs, toLocalMinute(atMs));
  return startMs === null ? null : Math.max(startMs, countFromMs);
}

function advance(
  state: RuleState,
  rule: AccidentRule,
  facts: RoomFacts,
  span: Span,
  ruleEvents: RuleEvent[],
): RuleState {
  return isConditionRule(rule)
    ? advanceCondition(state, rule, facts, span, ruleEvents)
    : tickOccurrenceRule(state, rule, facts, span, ruleEvents);
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
