import {
  newEngine,
  stepAccidents,
  UNKNOWN_FACTS,
  type AccidentSignal,
  type EngineState,
  type Observed,
  type RoomRules,
} from '@yamori/domain';
import type { FactsPart } from './room-facts-store.ts';

/** Between two parts nobody looked when they lie further apart than this. */
export const UNWATCHED_AFTER_MS = 120_000;

/**
 * `asItStood`: with what the rules remembered when the log begins; `anew`: as if they had just been
 * switched on.
 */
type ReplayBegin = 'asItStood' | 'anew';

/**
 * A log replayed part by part, in the order of time; each step gives what the rules would have
 * said.
 */
type Replay = {
  readonly take: (part: FactsPart) => readonly AccidentSignal[];
  readonly end: () => readonly AccidentSignal[];
};

export function createReplay(room: RoomRules, begin: ReplayBegin): Replay {
  let state: EngineState | null = null;
  let endedAtMs = 0;
  const step = (from: EngineState, observed: Observed, signals: AccidentSignal[]): EngineState => {
    const next = stepAccidents(from, observed, room);
    signals.push(...next.signals);
    return next.state;
  };
  return {
    take(part) {
      const signals: AccidentSignal[] = [];
      if (state === null)
        state =
          begin === 'asItStood'
            ? part.state
            : { ...newEngine(part.beginsAtMs), facts: part.state.facts };
      else {
        if (part.beginsAtMs - endedAtMs > UNWATCHED_AFTER_MS)
          state = step(state, { atMs: endedAtMs, facts: UNKNOWN_FACTS }, signals);
        state = step(state, { atMs: part.beginsAtMs, facts: part.state.facts }, signals);
      }
      for (const observed of part.observed) state = step(state, observed, signals);
      endedAtMs = part.endsAtMs;
      return signals;
    },
    end() {
      const signals: AccidentSignal[] = [];
      if (state !== null) state = step(state, { atMs: endedAtMs }, signals);
      return signals;
    },
  };
}

/**
 * What rules would have said of a room, by the log of what was seen: the same as live said where
 * the rules are the same.
 */
export function replayFacts(
  parts: readonly FactsPart[],
  room: RoomRules,
  begin: ReplayBegin,
): AccidentSignal[] {
  const replay = createReplay(room, begin);
  return [...parts.flatMap(replay.take), ...replay.end()];
}
