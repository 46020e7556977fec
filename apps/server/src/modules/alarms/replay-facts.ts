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

/** A gap between two parts longer than this means that the room was unobserved. */
export const UNWATCHED_AFTER_MS = 120_000;

/**
 * `asItStood`: with the stored state of the rules at the beginning of the log; `anew`: with newly
 * enabled rules.
 */
type ReplayBegin = 'asItStood' | 'anew';

/** Replays a log part by part, in order of time. Each step returns the signals of the rules. */
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
 * The signals that rules would have raised for a logged room. Under the same rules they equal the
 * live signals.
 */
export function replayFacts(
  parts: readonly FactsPart[],
  room: RoomRules,
  begin: ReplayBegin,
): AccidentSignal[] {
  const replay = createReplay(room, begin);
  return [...parts.flatMap(replay.take), ...replay.end()];
}
