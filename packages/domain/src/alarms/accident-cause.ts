import { hasCondition } from './accident-kinds.ts';
import { isOpen, type Accident } from './accident-life.ts';

/**
 * Marks the cause as unknown: data has been missing since `at`. Returns null if nothing changes.
 */
export function unknownAccident(accident: Accident, at: Date): Accident | null {
  const isSettled = accident.overAt !== null || accident.unknownAt !== null;
  if (!isOpen(accident) || isSettled || !hasCondition(accident.kind)) return null;
  return { ...accident, unknownAt: at };
}

/** Clears the unknown mark once data is back. Returns null if nothing changes. */
export const knownAccident = (accident: Accident): Accident | null =>
  accident.unknownAt === null ? null : { ...accident, unknownAt: null };

/**
 * Whether the condition that raised an alarm still holds; `unknown` while data is missing. In an
 * apnoea (`recurring`) the person breathes between pauses. Null for kinds of one moment (a fall, a
 * press), which cannot end, and for staff reports, which no rule watches.
 */
export type AccidentCause = 'ongoing' | 'recurring' | 'over' | 'unknown';

export function getCause({
  kind,
  source,
  overAt,
  unknownAt,
}: Pick<Accident, 'kind' | 'source' | 'overAt' | 'unknownAt'>): AccidentCause | null {
  if (!hasCondition(kind) || source === 'staff') return null;
  if (overAt !== null) return 'over';
  if (unknownAt !== null) return 'unknown';
  return kind === 'apnea' ? 'recurring' : 'ongoing';
}
