import type { DataOf } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { isIndividual } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { isVisible, NOTHING, type Visibility } from './visibility.ts';

/**
 * Who may import files into a room, and start, rerun, undo, cancel and download imports: everyone
 * who sees the room, from general staff on (specification, sections 2 and 6). Individuals cannot
 * import.
 */
export const mayImport = (actor: Actor, room: PlacedDocument<DataOf<'room'>>): boolean =>
  !isIndividual(actor) && isVisible(room, roomsVisibleTo(actor));

/**
 * Visible with the room, from general staff on (specification, section 6: history requires
 * generalStaff). Only imports write it.
 */
const uploadsVisibleTo = (actor: Actor): Visibility =>
  isIndividual(actor) ? NOTHING : roomsVisibleTo(actor);

export const UPLOAD_HISTORY_RULE = readOnlyRule(uploadsVisibleTo);
