import {
  invitableLevels,
  isAccessLevel,
  mayManageLevel,
  type Actor,
  type MemberEntry,
} from '@yamori/domain';
import type { Organisation } from '../../../shared/organisations/use-organisations.ts';

/** What of a member their manager decides. */
export type Standing = {
  readonly accessLevel: string;
  readonly state: MemberEntry['state'];
  readonly domainId: string;
};

/** Levels that may be given to somebody in an organisation, and the one that they have. */
export const levelsFor = (
  actor: Actor,
  organisation: Pick<Organisation, 'documentReferenceId' | 'kind'>,
): readonly number[] =>
  invitableLevels(actor, { id: organisation.documentReferenceId, kind: organisation.kind });

/**
 * Whether somebody's standing is this reader's to change: nobody's own, and nobody's at their own
 * level or above but for those at the top.
 */
export const mayChangeStanding = (
  actor: Actor | null,
  member: Pick<MemberEntry, 'userId' | 'accessLevel'>,
  domainId: string,
): boolean =>
  actor !== null &&
  member.userId !== actor.userId &&
  isAccessLevel(member.accessLevel) &&
  mayManageLevel(actor, member.accessLevel, domainId);

/** Organisations that somebody of this level may be moved to: those where the reader gives it. */
export const placesFor = (
  actor: Actor,
  accessLevel: number,
  organisations: readonly Organisation[],
): readonly Organisation[] =>
  organisations.filter((organisation) =>
    levelsFor(actor, organisation).some((level) => level === accessLevel),
  );
