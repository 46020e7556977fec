import type { DataOf } from '../../collections/collections.ts';
import type { Actor } from '../actor.ts';
import { isIndividual } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { isVisible } from './visibility.ts';

/**
 * Who may import files into a room, and start, rerun, undo, cancel and download imports: everyone
 * who sees the room, from general staff on (specification, sections 2 and 6). Individuals cannot
 * import.
 */
export const mayImport = (actor: Actor, room: PlacedDocument<DataOf<'room'>>): boolean =>
  !isIndividual(actor) && isVisible(room, roomsVisibleTo(actor));
