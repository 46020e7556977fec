import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { isIndividual } from './level-groups.ts';
import { roomsVisibleTo } from './room-rules.ts';
import { NOTHING, type Visibility } from './visibility.ts';

/**
 * Visible with the room, from general staff on (specification, section 6: history requires
 * generalStaff). Only imports write it.
 */
export const uploadsVisibleTo = (actor: Actor): Visibility =>
  isIndividual(actor) ? NOTHING : roomsVisibleTo(actor);

export const UPLOAD_HISTORY_RULE = readOnlyRule(uploadsVisibleTo);
