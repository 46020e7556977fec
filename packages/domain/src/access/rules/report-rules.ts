import type { Actor } from '../actor.ts';
import { hasDataAccess, isAgency, isCareTeam, isMaker } from './level-groups.ts';
import { hiddenRoomFields } from './room-rules.ts';
import { managesPeopleIn } from './staff-rules.ts';

/**
 * Who may generate reports: the levels of the route `/report`. A one-time link only reads its own
 * report.
 */
export const mayReadReports = (actor: Actor): boolean =>
  hasDataAccess(actor) && (isCareTeam(actor) || isAgency(actor) || isMaker(actor));

/** Who may filter by sex: only those who may see occupants, because the filter would reveal it. */
export const mayReportBySex = (actor: Actor): boolean =>
  !hiddenRoomFields(actor).includes('occupant');

/** Who may schedule e-mailed reports and change or remove reports shared by colleagues. */
export const mayManageReports = (actor: Actor, domainId: string): boolean =>
  managesPeopleIn(actor, domainId);
