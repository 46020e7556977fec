import type { CsvKind } from '../../csv/csv-kinds.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess, isIndividual } from './level-groups.ts';
import { highestLevelManagedBy } from './staff-rules.ts';

/**
 * Kinds of table that somebody may bring in, where the page opens to them (specification, section
 * 6). Each line is decided by the rules of the document that it makes: general staff change rooms
 * and devices and make none, and managers invite below themselves.
 */
export const csvKindsOf = (actor: Actor): readonly CsvKind[] => {
  if (!hasDataAccess(actor) || isIndividual(actor)) return [];
  return [
    'room',
    'device',
    ...(highestLevelManagedBy(actor) === null ? [] : ['staff' as const]),
    'night',
    'minute',
  ];
};
