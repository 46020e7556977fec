import {
  isAccessLevel,
  mayGiveLevel,
  mayInviteOrganisation,
  ProblemError,
  type Actor,
} from '@yamori/domain';
import type { ClientInfo } from '../../session.ts';
import { readAccountStatus } from '../../account-status.ts';
import { readAccessibleDomains } from '../../accessible-domains.ts';
import { isFirstStart } from '../first-start.ts';
import { isEmptyServer, requireOrganisation, type Organisation } from '../organisations.ts';
import type { RegistrationContext } from '../registration-context.ts';
import { findInvitationByCode, type Invitation } from './invitation-store.ts';

/** `domainId` and `kind` are null for a typed code. */
export type InvitationLookup = {
  readonly code: string;
  readonly domainId: string | null;
  readonly kind: Invitation['kind'] | null;
};

/** A valid invitation, with its organisation or the parent of the organisation to be registered. */
export type OpenInvitation = {
  readonly invitation: Invitation;
  readonly organisation: Organisation | null;
};

/** Validates the code. Wrong codes count against the client's limit. */
export function openInvitation(
  context: RegistrationContext,
  lookup: InvitationLookup,
  client: ClientInfo,
): Promise<OpenInvitation> {
  return context.limits.guessing(
    `code of ${client.address}`,
    context.options.guessesPerVisitor,
    async () => {
      const invitation = await findInvitationByCode(context.database, lookup.code, context.now());
      if (invitation === null || (lookup.kind !== null && invitation.kind !== lookup.kind))
        throw new ProblemError('invitation-not-found');
      if (
        lookup.domainId !== null &&
        invitation.kind === 'member' &&
        invitation.domainId !== lookup.domainId
      )
        throw new ProblemError('invitation-elsewhere');
      switch (invitation.state) {
        case 'accepted':
          throw new ProblemError('invitation-used');
        case 'revoked':
          throw new ProblemError('invitation-revoked');
        case 'expired':
          throw new ProblemError('invitation-expired');
        case 'open':
      }
      const organisation =
        invitation.domainId === null
          ? null
          : await requireOrganisation(context.store, invitation.domainId, context.now());
      if (!(await isStillValid(context, invitation, organisation)))
        throw new ProblemError('invitation-revoked');
      return { invitation, organisation };
    },
  );
}

/** Whether the inviter still may invite; not after suspension, demotion or leaving. */
async function isStillValid(
  context: RegistrationContext,
  invitation: Invitation,
  organisation: Organisation | null,
): Promise<boolean> {
  if (isFirstStart(invitation)) return isEmptyServer(context.database);
  const status = await readAccountStatus(context.database, invitation.invitedBy);
  if (status === null || status.suspended) return false;
  const { accessLevel, domainId, hasOwnHome } = status;
  const inviter: Actor = {
    userId: invitation.invitedBy,
    accessLevel,
    domainId,
    rootDomainId: null,
    singleTimeToken: null,
    hasOwnHome,
    reach: await readAccessibleDomains(context.database, { accessLevel, domainId }),
  };
  if (invitation.organisation !== null)
    return mayInviteOrganisation(inviter, invitation.organisation.kind, invitation.domainId);
  return (
    organisation !== null &&
    isAccessLevel(invitation.accessLevel) &&
    mayGiveLevel(inviter, invitation.accessLevel, {
      id: organisation.domainId,
      kind: organisation.kind,
    })
  );
}
