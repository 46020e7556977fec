import type { Actor } from '../actor.ts';
import { hasDataAccess, isCareTeam, isIndividual, isMaker } from './level-groups.ts';

/**
 * Who may say that somebody has gone to see why a room called: those who care for it, and whoever looks at their own
 * room. Seeing the room comes first and is the room's own rule.
 */
export const mayAnswerCall = (actor: Actor): boolean => hasDataAccess(actor) && (isCareTeam(actor) || isIndividual(actor) || isMaker(actor));
