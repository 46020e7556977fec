import type { DataOf } from '../../collections/collections.ts';
import type { Carer } from '../../live/carer.ts';
import { reaches, type Actor } from '../actor.ts';
import { mayAnswerCall, type CallPlace } from './call-rules.ts';
import { readOnlyRule, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isIndividual, isMaker, isManager } from './level-groups.ts';
import { roomsVisibleTo, seesCarers } from './room-rules.ts';

/** Where an accident is: whose room it is, and whether that is a home. */
export type AccidentPlace = CallPlace;

/**
 * Who may say that they go, that they are there, and that it is over: as with calls, those who care
 * for the room and whoever lives there.
 */
export const mayHandleAccident = (actor: Actor, place: AccidentPlace): boolean =>
  mayAnswerCall(actor, place);

/** Who may report what no sensor saw, and write what there was to say of it. */
export const mayReportAccident = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place);

/**
 * Who may make one silent for some minutes: whoever may go there, for it comes back by itself and
 * everybody sees it.
 */
export const mayMuteAccident = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place);

/** Who may try out other thresholds on past nights: whoever may set them there. */
export const mayRehearse = (actor: Actor, { domainId }: Pick<AccidentPlace, 'domainId'>): boolean =>
  hasDataAccess(actor) &&
  (isManager(actor) || isAgency(actor) || isMaker(actor)) &&
  domainId !== null &&
  reaches(actor, domainId);

/**
 * Who may know whether colleagues could be told of an alarm outside of the pages: whoever sets the
 * groups.
 */
export const maySeeNoticeReach = (actor: Actor, place: Pick<AccidentPlace, 'domainId'>): boolean =>
  mayRehearse(actor, place);

/** Who may name why notifications reached nobody: those who run the ward. */
export const mayExplainUnreached = (actor: Actor, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place) && isManager(actor);

type Going = { readonly by: Carer | null };

/**
 * Who may take back that somebody goes: whoever said so, those who run the ward, and whoever is at
 * home.
 */
export const mayWithdrawAccident = (actor: Actor, { by }: Going, place: AccidentPlace): boolean =>
  mayHandleAccident(actor, place) &&
  (by?.userId === actor.userId || isManager(actor) || isIndividual(actor));

/**
 * Who may take back that it is over: whoever said so, those who run the ward, and whoever is at
 * home.
 */
export const mayReopenAccident = (actor: Actor, { by }: Going, place: AccidentPlace): boolean =>
  mayWithdrawAccident(actor, { by }, place);

const CARERS = ['acknowledgedBy', 'arrivedBy', 'resolvedBy', 'unreached', 'history'];

/**
 * Which of the staff went is told within the team; what they wrote of somebody's health, not to a
 * reseller.
 */
export const hiddenAccidentFields = (actor: Actor): readonly string[] => {
  if (seesCarers(actor)) return [];
  return isAgency(actor) ? [...CARERS, 'note'] : CARERS;
};

/**
 * Accidents are seen by whoever sees their room and changed by commands only, so that nobody skips
 * a step of their life.
 */
export const ACCIDENT_RULE: CollectionRule<DataOf<'accident'>> = {
  ...readOnlyRule(roomsVisibleTo),
  hiddenFields: hiddenAccidentFields,
};
