import {
  invitableLevels,
  isAccessLevel,
  mayManageLevel,
  type Actor,
  type MemberEntry,
} from '@yamori/domain';
import type { Organisation } from '../../../shared/organisations/use-organisations.ts';

/** The account properties that a manager sets. */
export type MemberStatus = {
  readonly accessLevel: string;
  readonly state: MemberEntry['state'];
  readonly domainId: string;
};

/** Levels that the user may grant in an organisation, and the member's current one. */
export const levelsFor = (
  actor: Actor,
  organisation: Pick<Organisation, 'documentReferenceId' | 'kind'>,
): readonly number[] =>
  invitableLevels(actor, { id: organisation.documentReferenceId, kind: organisation.kind });

/**
 * Whether the user may change an account's status: never their own, and only of lower levels,
 * except at the highest level.
 */
export const mayChangeMember = (
  actor: Actor | null,
  member: Pick<MemberEntry, 'userId' | 'accessLevel'>,
  domainId: string,
): boolean =>
  actor !== null &&
  member.userId !== actor.userId &&
  isAccessLevel(member.accessLevel) &&
  mayManageLevel(actor, member.accessLevel, domainId);

/** Organisations to which a member of this level may move: those where the user can grant it. */
export const placesFor = (
  actor: Actor,
  accessLevel: number,
  organisations: readonly Organisation[],
): readonly Organisation[] =>
  organisations.filter((organisation) =>
    levelsFor(actor, organisation).some((level) => level === accessLevel),
  );
