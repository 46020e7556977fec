import type { AnsweredCall, AnsweringCall } from '../../live/room-call.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess, isCareTeam, isIndividual, isMaker, isManager } from './level-groups.ts';

/**
 * The organisation of the calling room, and whether it is a home (an organisation of kind
 * `individual`).
 */
export type CallPlace = { readonly domainId: string | null; readonly isHome: boolean };

/**
 * Individuals respond in their own home. In a facility, a family member views remotely and is not
 * there.
 */
const isAtHome = (actor: Actor, { domainId, isHome }: CallPlace): boolean =>
  isIndividual(actor) && isHome && domainId !== null && domainId === actor.domainId;

/**
 * Who may answer a call: the care team, and individuals at home. The rule of rooms decides
 * separately who sees the room.
 */
export const mayAnswerCall = (actor: Actor, place: CallPlace): boolean =>
  hasDataAccess(actor) && (isCareTeam(actor) || isAtHome(actor, place) || isMaker(actor));

/** Who may release a call: its responder, managers, and the individual at home. */
export const mayWithdrawAnswer = (
  actor: Actor,
  { by }: Pick<AnsweringCall, 'by'>,
  place: CallPlace,
): boolean =>
  mayAnswerCall(actor, place) &&
  (by.userId === actor.userId || isManager(actor) || isAtHome(actor, place));

/**
 * Who may end a call: everyone who may answer it. Several people may go, so the call records who
 * ended it.
 */
export const mayFinishCall = (actor: Actor, place: CallPlace): boolean =>
  mayAnswerCall(actor, place);

/** Who may reopen a call: the person who ended it, managers, and the individual at home. */
export const mayReopenCall = (
  actor: Actor,
  { endedBy }: Pick<AnsweredCall, 'endedBy'>,
  place: CallPlace,
): boolean =>
  mayAnswerCall(actor, place) &&
  (endedBy?.userId === actor.userId || isManager(actor) || isAtHome(actor, place));
