import type { CsvKind } from '../../csv/csv-kinds.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess, isIndividual } from './level-groups.ts';
import { highestLevelManagedBy } from './staff-rules.ts';

/**
 * Kinds of CSV files that a user may import (specification, section 6). The rules of the resulting
 * documents decide about each line: general staff can change rooms and devices but not create them,
 * and managers can invite below their own level.
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
