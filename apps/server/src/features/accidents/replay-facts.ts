import { newEngine, stepAccidents, UNKNOWN_FACTS, type AccidentSignal, type EngineState, type Observed, type RoomRules } from '@yamori/domain';
import type { FactsPart } from './room-facts-store.ts';

/** Between two parts nobody looked when they lie further apart than this. */
export const UNWATCHED_AFTER_MS = 120_000;

/**
 * What rules would have said of a room, by the log of what was seen: the same as live said where the rules are the same. `asItStood`: with
 * what they remembered when the log begins; `anew`: as if they had just been switched on.
 */
export function replayFacts(parts: readonly FactsPart[], room: RoomRules, begin: 'asItStood' | 'anew'): AccidentSignal[] {
  const [first] = parts;
  if (first === undefined) return [];
  let state: EngineState = begin === 'asItStood' ? first.state : { ...newEngine(first.beginsAtMs), facts: first.state.facts };
  const signals: AccidentSignal[] = [];
  const step = (observed: Observed): void => {
    const next = stepAccidents(state, observed, room);
    state = next.state;
    signals.push(...next.signals);
  };
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    if (before !== undefined) {
      if (part.beginsAtMs - before.endsAtMs > UNWATCHED_AFTER_MS) step({ atMs: before.endsAtMs, facts: UNKNOWN_FACTS });
      step({ atMs: part.beginsAtMs, facts: part.state.facts });
    }
    part.observed.forEach(step);
  });
  step({ atMs: parts.at(-1)?.endsAtMs ?? first.endsAtMs });
  return signals;
}
