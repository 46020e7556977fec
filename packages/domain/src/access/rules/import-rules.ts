import type { DocumentData } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { isIndividual, hasDataAccess } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { isVisible, NOTHING, type Visibility } from './visibility.ts';
import type { CsvKind } from '../../tables/csv-kinds.ts';
import { highestLevelManagedBy } from './staff-rules.ts';

/**
 * Who may import files into a room, and start, rerun, undo, cancel and download imports: everyone
 * who sees the room, from general staff on (specification, sections 2 and 6). Individuals cannot
 * import.
 */
export const mayImport = (actor: Actor, room: PlacedDocument<DocumentData<'room'>>): boolean =>
  !isIndividual(actor) && isVisible(room, roomsVisibleTo(actor));

/**
 * Visible with the room, from general staff on (specification, section 6: history requires
 * generalStaff). Only imports write it.
 */
const uploadsVisibleTo = (actor: Actor): Visibility =>
  isIndividual(actor) ? NOTHING : roomsVisibleTo(actor);

export const UPLOAD_HISTORY_RULE = readOnlyRule(uploadsVisibleTo);

/**
 * Kinds of CSV files that a user may import (specification, section 6). The rules of the resulting
 * documents decide about each line: general staff can change rooms and devices but not create them,
 * and managers can invite below their own level.
 */
export const importableCsvKinds = (actor: Actor): readonly CsvKind[] => {
  if (!hasDataAccess(actor) || isIndividual(actor)) return [];
  return [
    'room',
    'device',
    ...(highestLevelManagedBy(actor) === null ? [] : ['staff' as const]),
    'night',
    'minute',
  ];
};
