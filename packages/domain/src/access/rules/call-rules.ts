import type { AnsweredCall, AnsweringCall } from '../../live/room-call.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess, isCareTeam, isIndividual, isMaker, isManager } from './level-groups.ts';

/**
 * Where a call comes from: whose room it is, and whether that is a home (an organisation of kind
 * `individual`).
 */
export type CallPlace = { readonly domainId: string | null; readonly isHome: boolean };

/**
 * In a room of their own home an individual is the one who goes; in a facility a family that looks
 * on from afar is not there.
 */
const isAtHome = (actor: Actor, { domainId, isHome }: CallPlace): boolean =>
  isIndividual(actor) && isHome && domainId !== null && domainId === actor.domainId;

/**
 * Who may say that somebody has gone to see why a room called: those who care for it, and whoever
 * lives there by themselves. Seeing the room comes first and is the room's own rule.
 */
export const mayAnswerCall = (actor: Actor, place: CallPlace): boolean =>
  hasDataAccess(actor) && (isCareTeam(actor) || isAtHome(actor, place) || isMaker(actor));

/**
 * Who may take back that somebody goes: whoever said so, those who run the ward, and whoever is at
 * home.
 */
export const mayWithdrawAnswer = (
  actor: Actor,
  { by }: Pick<AnsweringCall, 'by'>,
  place: CallPlace,
): boolean =>
  mayAnswerCall(actor, place) &&
  (by.userId === actor.userId || isManager(actor) || isAtHome(actor, place));

/**
 * Who may say that somebody was there: two go to a room and either says so, which is why the call
 * keeps who it was.
 */
export const mayFinishCall = (actor: Actor, place: CallPlace): boolean =>
  mayAnswerCall(actor, place);

/**
 * Who may take back that somebody was there: whoever said so, those who run the ward, and whoever
 * is at home.
 */
export const mayReopenCall = (
  actor: Actor,
  { endedBy }: Pick<AnsweredCall, 'endedBy'>,
  place: CallPlace,
): boolean =>
  mayAnswerCall(actor, place) &&
  (endedBy?.userId === actor.userId || isManager(actor) || isAtHome(actor, place));
