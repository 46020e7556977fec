import { hasCondition } from './accident-kinds.ts';
import { isOpen, type Accident } from './accident-life.ts';

/** Data has been missing since `at`: whether it still holds is unknown. */
export function unknownAccident(accident: Accident, at: Date): Accident | null {
  const isSettled = accident.overAt !== null || accident.unknownAt !== null;
  if (!isOpen(accident) || isSettled || !hasCondition(accident.kind)) return null;
  return { ...accident, unknownAt: at };
}

/** The data is back. */
export const knownAccident = (accident: Accident): Accident | null =>
  accident.unknownAt === null ? null : { ...accident, unknownAt: null };

/**
 * Whether what raised it still holds: `ongoing`, `over`, or `unknown` while data is missing. Null
 * for what happened at a moment and cannot end (a fall, a press), and for what staff report,
 * because no rule watches that.
 */
export type AccidentCause = 'ongoing' | 'over' | 'unknown';

export function causeOf({
  kind,
  source,
  overAt,
  unknownAt,
}: Pick<Accident, 'kind' | 'source' | 'overAt' | 'unknownAt'>): AccidentCause | null {
  if (!hasCondition(kind) || source === 'staff') return null;
  if (overAt !== null) return 'over';
  return unknownAt === null ? 'ongoing' : 'unknown';
}
