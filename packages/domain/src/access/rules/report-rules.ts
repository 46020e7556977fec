import type { Actor } from '../actor.ts';
import { hasDataAccess, isAgency, isCareTeam, isMaker } from './level-groups.ts';
import { hiddenRoomFields } from './room-rules.ts';
import { managesPeopleOf } from './staff-rules.ts';

/**
 * Who has reports made: the levels of the route `/report`. Somebody with a one-time link reads the
 * one that it names, and has none made.
 */
export const mayReadReports = (actor: Actor): boolean =>
  hasDataAccess(actor) && (isCareTeam(actor) || isAgency(actor) || isMaker(actor));

/** Who knows who lies in a room; a filter by it would tell the others. */
export const mayReportBySex = (actor: Actor): boolean =>
  !hiddenRoomFields(actor).includes('occupant');

/** Who lets a report be mailed to members, and changes or removes what a colleague shared. */
export const mayManageReports = (actor: Actor, domainId: string): boolean =>
  managesPeopleOf(actor, domainId);
