import type { AnsweringCall } from '../../live/room-call.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess, isCareTeam, isIndividual, isMaker, isManager } from './level-groups.ts';

/**
 * Who may say that somebody has gone to see why a room called: those who care for it, and whoever looks at their own
 * room. Seeing the room comes first and is the room's own rule.
 */
export const mayAnswerCall = (actor: Actor): boolean => hasDataAccess(actor) && (isCareTeam(actor) || isIndividual(actor) || isMaker(actor));

/** Who may take back that somebody goes: whoever said so, and those who run the ward. */
export const mayWithdrawAnswer = (actor: Actor, { by }: Pick<AnsweringCall, 'by'>): boolean =>
  mayAnswerCall(actor) && (by.userId === actor.userId || isManager(actor));
