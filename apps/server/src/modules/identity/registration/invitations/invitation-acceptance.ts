import {
  ProblemError,
  type Actor,
  type Applicant,
  type InvitationView,
  type Language,
} from '@yamori/domain';
import type { SignInResult } from '../../sign-in.ts';
import type { ClientInfo } from '../../session.ts';
import { joinOrganisation, type JoinResult } from '../join-organisation.ts';
import { isFirstStart } from '../first-start.ts';
import type { RegistrationContext } from '../registration-context.ts';
import { openGuest } from '../sign-up.ts';
import { openInvitation, type InvitationLookup } from './invitation-opening.ts';
import { acceptInvitation } from './invitation-store.ts';

/** The invitation as its recipient sees it before accepting. */
export async function viewInvitation(
  context: RegistrationContext,
  lookup: InvitationLookup,
  client: ClientInfo,
): Promise<InvitationView> {
  const { invitation, organisation } = await openInvitation(context, lookup, client);
  return {
    kind: invitation.kind,
    domainId: invitation.domainId,
    organisation: organisation?.name ?? null,
    accessLevel: invitation.accessLevel,
    invitedBy: invitation.inviterName,
    expiresAt: invitation.expiresAt.toISOString(),
    isFirstStart: isFirstStart(invitation),
    ways:
      invitation.kind === 'member'
        ? (organisation?.signInMethods ?? [])
        : ['email', 'line', 'google'],
  };
}

/** Makes the applicant a member of the invitation's organisation at its level. */
export async function joinByInvitation(
  context: RegistrationContext,
  call: { code: string; domainId: string; applicant: Applicant },
  actor: Actor | null,
  client: ClientInfo,
): Promise<JoinResult> {
  const { invitation, organisation } = await openInvitation(
    context,
    { ...call, kind: 'member' },
    client,
  );
  if (organisation === null) throw new ProblemError('domain-not-found');
  // The new member could not sign in otherwise.
  if (call.applicant.kind === 'newcomer' && !organisation.signInMethods.includes('email'))
    throw new ProblemError('sign-in-way-refused');
  return joinOrganisation(context, call.applicant, actor, client, {
    domainId: organisation.domainId,
    rootDomainId: organisation.rootDomainId,
    accessLevel: invitation.accessLevel,
    writes: [],
    acceptsUnverifiedEmail: !context.emails.available,
    alongside: (queries, userId) =>
      acceptInvitation(queries, invitation.invitationId, userId, context.now()),
  });
}

/** Opens a guest session, in which the invited user links LINE or Google before accepting. */
export async function beginByInvitation(
  context: RegistrationContext,
  call: { code: string; domainId: string; name: string; language: Language },
  client: ClientInfo,
): Promise<SignInResult> {
  await openInvitation(
    context,
    { code: call.code, domainId: call.domainId, kind: 'member' },
    client,
  );
  return openGuest(context, { name: call.name, language: call.language }, client);
}
