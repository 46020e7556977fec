import {
  newEngine,
  restartDurations,
  stepAccidents,
  UNKNOWN_FACTS,
  type RuleEvent,
  type EngineState,
  type Observed,
  type RoomEvent,
  type RoomFacts,
} from '@yamori/domain';
import { writeLine } from './facts-log.ts';
import { UNWATCHED_AFTER_MS } from './replay-facts.ts';
import { joinLines, type FactsLines, type FactsPart } from './room-facts-store.ts';
import type { RoomAlarmConfig } from './rule-cache.ts';
import type { CountedRuleEvent } from './decisions.ts';
import { isAhead } from './stored-times.ts';

/** A rule event that waits to be applied to the room's alarms. */
export type WaitingRuleEvent = CountedRuleEvent & {
  readonly receivedAtMs: number | null;
  /** From the log that was resumed: the alarm may already have counted it. */
  readonly isResumed?: boolean;
};

/** Rule state and waiting rule events of one room, in memory; synchronous. */
export type RoomEvaluation = {
  readonly observe: (
    observed: Observed,
    config: RoomAlarmConfig,
    receivedAtMs: number | null,
  ) => void;
  /** Lines since the last call, to store before the next rule event; finished hours first. */
  readonly drainLines: (nowMs: number) => FactsLines;
  /** Start time of the part that is being written. */
  readonly beginsAtMs: () => number;
  /** Returns lines of `drainLines` that could not be stored. */
  readonly requeue: (lines: FactsLines) => void;
  /**
   * Restarts the rules from `nowMs` if a wrong clock moved them ahead of it; they would otherwise
   * pause until that time. @returns whether it restarted them
   */
  readonly restartIfAhead: (nowMs: number) => boolean;
  /** Continues at `nowMs` after the clock jumped forward: no time has passed for the rules. */
  readonly restartDurations: (nowMs: number) => void;
  readonly waiting: WaitingRuleEvent[];
  readonly facts: () => RoomFacts;
  /** Whether the log that was resumed already contains this fall. */
  readonly knows: (fall: RoomEvent, receivedAtMs: number) => boolean;
};

const PART_MS = 3_600_000;
/** Parts held in memory during a database outage: two days. */
const MAX_PARTS_PER_LOG = 48;

/**
 * Resumes a room where its log ends, whichever server wrote it. Replays the events of the last
 * part; the repository ignores those already applied.
 */
export function resumeEvaluation(
  roomId: string,
  last: FactsPart | null,
  config: RoomAlarmConfig,
  nowMs: number,
): RoomEvaluation {
  // A state from the future comes from a wrong clock: ignore it.
  if (last !== null && isAhead(Math.max(last.endsAtMs, last.state.atMs), nowMs))
    return startEvaluation(roomId, newEngine(nowMs), [], last);
  let state: EngineState = last?.state ?? newEngine(nowMs);
  const ruleEvents: RuleEvent[] = [];
  const step = (observed: Observed): void => {
    const next = stepAccidents(state, observed, config);
    state = next.state;
    ruleEvents.push(...next.ruleEvents);
  };
  last?.observed.forEach(step);
  // The room was unobserved since, so its last facts are stale.
  if (last !== null && nowMs - last.endsAtMs > UNWATCHED_AFTER_MS)
    step({ atMs: last.endsAtMs, facts: UNKNOWN_FACTS });
  step({ atMs: nowMs });
  return startEvaluation(roomId, state, ruleEvents, last);
}

/** A stream reports at most one fall within this time. */
const SAME_FALL_MS = 5_000;
/** Older frames are not replayed. A device without a clock repeats its times. */
const REPEAT_WINDOW_MS = 15 * 60_000;

/** For a fall of the previous part, only the receipt time of its frames is known. */
function isLogged(last: FactsPart | null, fall: RoomEvent, receivedAtMs: number): boolean {
  if (last === null || receivedAtMs - last.endsAtMs > REPEAT_WINDOW_MS) return false;
  const isSoon = (oneMs: number, otherMs: number): boolean =>
    Math.abs(oneMs - otherMs) <= SAME_FALL_MS;
  const events = last.observed.flatMap((observed) => observed.events ?? []);
  return (
    last.state.kinds.fall?.firings.some((firedMs) => isSoon(firedMs, receivedAtMs)) === true ||
    events.some(
      ({ serial, streamId, deviceTimeUs }) =>
        serial === fall.serial &&
        streamId === fall.streamId &&
        isSoon(deviceTimeUs / 1000, fall.deviceTimeUs / 1000),
    )
  );
}

function startEvaluation(
  roomId: string,
  began: EngineState,
  replayed: readonly RuleEvent[],
  last: FactsPart | null,
): RoomEvaluation {
  let state = began;
  let part = { beginsAtMs: began.atMs, state: began };
  let lineMs = began.atMs;
  let lines: string[] = [];
  /** Characters of the part that are stored or being stored. */
  let storedLength = last?.beginsAtMs === began.atMs ? last.length : 0;
  /** Lines of finished hours, which are stored first. */
  let ended: FactsLines[] = [];
  const waiting: WaitingRuleEvent[] = [];
  for (const ruleEvent of replayed)
    waiting.push({ ...ruleEvent, count: 1, receivedAtMs: null, isResumed: true });

  const step = (observed: Observed, config: RoomAlarmConfig, receivedAtMs: number | null): void => {
    const next = stepAccidents(state, observed, config);
    state = next.state;
    for (const ruleEvent of next.ruleEvents)
      wait(waiting, { ...ruleEvent, count: 1, receivedAtMs });
  };

  const endPart = (): void => {
    const endsAtMs = state.atMs;
    const left: FactsLines = { roomId, ...part, endsAtMs, offset: storedLength, lines };
    ended = [...ended.slice(1 - MAX_PARTS_PER_LOG), left];
  };
  const newPart = (): void => {
    part = { beginsAtMs: state.atMs, state };
    lineMs = state.atMs;
    lines = [];
    storedLength = 0;
  };

  /** One part per hour, each with the state of the rules at its beginning. */
  const beginPart = (atMs: number, config: RoomAlarmConfig): void => {
    step({ atMs }, config, null);
    endPart();
    newPart();
  };

  return {
    waiting,
    facts: () => state.facts,
    beginsAtMs: () => part.beginsAtMs,
    knows: (fall, receivedAtMs) => isLogged(last, fall, receivedAtMs),
    observe(observed, config, receivedAtMs) {
      const atMs = Math.max(observed.atMs, state.atMs);
      const hourMs = Math.floor(atMs / PART_MS) * PART_MS;
      if (hourMs > part.beginsAtMs) beginPart(Math.max(hourMs, state.atMs), config);
      const line = writeLine(state.facts, { ...observed, atMs }, lineMs);
      if (line !== null) {
        lines.push(line);
        lineMs = atMs;
      }
      step({ ...observed, atMs }, config, receivedAtMs);
    },
    restartDurations(nowMs) {
      endPart();
      state = restartDurations(state, nowMs);
      newPart();
    },
    restartIfAhead(nowMs) {
      if (!isAhead(state.atMs, nowMs)) return false;
      endPart();
      state = newEngine(nowMs);
      newPart();
      return true;
    },
    drainLines(nowMs) {
      const first = ended.shift();
      if (first !== undefined) return first;
      const endsAtMs = Math.min(nowMs, state.atMs);
      const taken: FactsLines = { roomId, ...part, endsAtMs, offset: storedLength, lines };
      lines = [];
      storedLength += joinLines(taken.lines).length;
      return taken;
    },
    requeue(taken) {
      if (taken.beginsAtMs !== part.beginsAtMs) return void ended.unshift(taken);
      lines = [...taken.lines, ...lines];
      storedLength = taken.offset;
    },
  };
}

/**
 * Merges waiting repeats of one kind, so that a rule that fires a hundred times a minute causes few
 * writes. A resumed rule event stays separate, because an alarm may already have counted it.
 */
function wait(waiting: WaitingRuleEvent[], ruleEvent: WaitingRuleEvent): void {
  const place =
    ruleEvent.type === 'repeated'
      ? waiting.findLastIndex(({ kind }) => kind === ruleEvent.kind)
      : -1;
  const known = waiting[place];
  if (known?.type === 'repeated' && known.isResumed !== true)
    waiting[place] = {
      ...ruleEvent,
      count: known.count + ruleEvent.count,
      receivedAtMs: known.receivedAtMs,
    };
  else waiting.push(ruleEvent);
}
