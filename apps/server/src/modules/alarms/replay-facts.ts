import {
  newEngine,
  stepAccidents,
  UNKNOWN_FACTS,
  type RuleEvent,
  type EngineState,
  type Observed,
  type RoomRules,
} from '@yamori/domain';
import type { FactsPart } from './room-facts-store.ts';

/** A gap between two parts longer than this means that the room was unobserved. */
export const UNWATCHED_AFTER_MS = 120_000;

/**
 * `asItStood`: with the stored state of the rules at the beginning of the log; `anew`: with newly
 * enabled rules.
 */
type ReplayBegin = 'asItStood' | 'anew';

/** Replays a log part by part, in order of time. Each step returns the rule events. */
type Replay = {
  readonly take: (part: FactsPart) => readonly RuleEvent[];
  readonly end: () => readonly RuleEvent[];
};

export function createReplay(room: RoomRules, begin: ReplayBegin): Replay {
  let state: EngineState | null = null;
  let endedAtMs = 0;
  const step = (from: EngineState, observed: Observed, ruleEvents: RuleEvent[]): EngineState => {
    const next = stepAccidents(from, observed, room);
    ruleEvents.push(...next.ruleEvents);
    return next.state;
  };
  return {
    take(part) {
      const ruleEvents: RuleEvent[] = [];
      if (state === null)
        state =
          begin === 'asItStood'
            ? part.state
            : { ...newEngine(part.beginsAtMs), facts: part.state.facts };
      else {
        if (part.beginsAtMs - endedAtMs > UNWATCHED_AFTER_MS)
          state = step(state, { atMs: endedAtMs, facts: UNKNOWN_FACTS }, ruleEvents);
        state = step(state, { atMs: part.beginsAtMs, facts: part.state.facts }, ruleEvents);
      }
      for (const observed of part.observed) state = step(state, observed, ruleEvents);
      endedAtMs = part.endsAtMs;
      return ruleEvents;
    },
    end() {
      const ruleEvents: RuleEvent[] = [];
      if (state !== null) state = step(state, { atMs: endedAtMs }, ruleEvents);
      return ruleEvents;
    },
  };
}

/**
 * The rule events of a logged room under other rules. Under the same rules they equal the live
 * ones.
 */
export function replayFacts(
  parts: readonly FactsPart[],
  room: RoomRules,
  begin: ReplayBegin,
): RuleEvent[] {
  const replay = createReplay(room, begin);
  return [...parts.flatMap(replay.take), ...replay.end()];
}
