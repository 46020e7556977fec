import type { DocumentData } from '../../collections/collections.ts';
import type { Responder } from '../../collections/accident.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { readOnlyRule, type CollectionRule } from './collection-rule.ts';
import {
  hasDataAccess,
  isAgency,
  isCareTeam,
  isIndividual,
  isMaker,
  isManager,
} from './level-groups.ts';
import { roomsVisibleTo, canSeeResponders } from './room-rules.ts';

/** The organisation of an alarm's room. */
export type AccidentPlace = { readonly domainId: string | null };

/**
 * Individuals respond in their own home. In a facility, a family member views remotely and is not
 * there.
 */
const isAtHome = (actor: Actor, { domainId }: AccidentPlace): boolean =>
  isIndividual(actor) && actor.hasOwnHome && domainId !== null && domainId === actor.domainId;

/**
 * Who may acknowledge, arrive at and resolve an alarm, nurse calls included: the care team, the
 * resident at home, and the maker. The rule of rooms decides separately who sees the room.
 */
export const mayHandleAccident = (actor: Actor, place: AccidentPlace): boolean =>
  hasDataAccess(actor) && (isCareTeam(actor) || isAtHome(actor, place) || isMaker(actor));

/** Who may report an alarm that no sensor detected, and write its note. */
export const mayReportAccident = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place);

/**
 * Who may mute an alarm for some minutes: everyone who may respond, because the sound returns and
 * everyone sees the mute.
 */
export const mayMuteAccident = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place);

/** Who may run a backtest with other thresholds: everyone who may set them. */
export const mayRehearse = (actor: Actor, { domainId }: AccidentPlace): boolean =>
  hasDataAccess(actor) &&
  (isManager(actor) || isAgency(actor) || isMaker(actor)) &&
  domainId !== null &&
  canAccessDomain(actor, domainId);

/**
 * Who may see which colleagues notifications can reach: everyone who sets the escalation groups.
 */
export const maySeeNotificationChannels = (actor: Actor, place: AccidentPlace): boolean =>
  mayRehearse(actor, place);

/** Who may explain why no notification arrived: managers. */
export const mayExplainUnreached = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place) && isManager(actor);

type AccidentResponse = { readonly by: Responder | null };

/** Who may release an alarm: its responder, managers, and the resident at home. */
export const mayWithdrawAccident = (
  actor: Actor,
  { by }: AccidentResponse,
  place: AccidentPlace,
): boolean =>
  mayHandleAccident(actor, place) &&
  (by?.userId === actor.userId || isManager(actor) || isIndividual(actor));

/** Who may reopen an alarm: the person who resolved it, managers, and the resident at home. */
export const mayReopenAccident = (
  actor: Actor,
  { by }: AccidentResponse,
  place: AccidentPlace,
): boolean => mayWithdrawAccident(actor, { by }, place);

const RESPONDER_FIELDS = ['acknowledgedBy', 'arrivedBy', 'resolvedBy', 'unreached', 'history'];

/**
 * Only the team sees which staff responded. Agencies do not see the note either, because it may
 * contain health data.
 */
export const hiddenAccidentFields = (actor: Actor): readonly string[] => {
  if (canSeeResponders(actor)) return [];
  return isAgency(actor) ? [...RESPONDER_FIELDS, 'note'] : RESPONDER_FIELDS;
};

/** Alarms are visible with their room. Only commands change them, so no transition is skipped. */
export const ACCIDENT_RULE: CollectionRule<DocumentData<'accident'>> = {
  ...readOnlyRule(roomsVisibleTo),
  hiddenFields: hiddenAccidentFields,
};
