import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { isIndividual } from './level-groups.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { NOTHING, type Visibility } from './visibility.ts';

/**
 * Seen by whoever sees the room, from general staff on (specification, section 6: history needs
 * generalStaff). Written by imports.
 */
export const uploadsVisibleTo = (actor: Actor): Visibility =>
  isIndividual(actor) ? NOTHING : roomsVisibleTo(actor);

export const UPLOAD_HISTORY_RULE = readOnlyRule(uploadsVisibleTo);
