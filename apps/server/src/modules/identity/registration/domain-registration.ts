import { getFirstLevel, ProblemError, type Actor, type RegisterDomainCall } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ClientInfo } from '../session.ts';
import { joinOrganisation, type JoinResult } from './join-organisation.ts';
import { openInvitation, type OpenInvitation } from './invitations/invitation-opening.ts';
import { acceptInvitation } from './invitations/invitation-store.ts';
import { isFirstStart } from './first-start.ts';
import { isEmptyServer, lockRegistration, newOrganisation } from './organisations.ts';
import type { RegistrationContext } from './registration-context.ts';

/** What entitles the caller to register an organisation. */
type Right =
  | { readonly kind: 'invitation'; readonly opened: OpenInvitation }
  | { readonly kind: 'open' };

/** Creates an organisation and its first member, at the kind's top level, in one transaction. */
export async function registerDomain(
  context: RegistrationContext,
  call: RegisterDomainCall,
  actor: Actor | null,
  client: ClientInfo,
): Promise<JoinResult> {
  const right = await requireRight(context, call.code, client);
  const invited = right.kind === 'invitation' ? right.opened : null;
  const kind = invited?.invitation.organisation?.kind ?? 'facility';
  const limits = invited?.invitation.organisation?.limits ?? null;
  const { domainId, rootDomainId, write } = newOrganisation(
    { ...call.organisation, kind, ...(limits === null ? {} : { limits }) },
    invited?.organisation ?? null,
  );
  return joinOrganisation(context, call.applicant, actor, client, {
    domainId,
    rootDomainId,
    accessLevel: getFirstLevel(kind),
    writes: [write],
    // The first organisation may be registered before e-mail works.
    acceptsUnverifiedEmail: isFirst(invited) || !context.emails.available,
    alongside: (queries, userId) => claim(context, right, queries, userId),
  });
}

async function requireRight(
  context: RegistrationContext,
  code: string | null,
  client: ClientInfo,
): Promise<Right> {
  if (code !== null)
    return {
      kind: 'invitation',
      opened: await openInvitation(context, { code, domainId: null, kind: 'organisation' }, client),
    };
  if (context.options.registerDomain !== 'open')
    throw new ProblemError('domain-registration-refused');
  return { kind: 'open' };
}

const isFirst = (invited: OpenInvitation | null): boolean =>
  invited !== null && isFirstStart(invited.invitation);

/** Runs in the transaction, so that of two uses of a code, or of two first links, one fails. */
async function claim(
  context: RegistrationContext,
  right: Right,
  queries: Queries,
  userId: string,
): Promise<void> {
  if (right.kind === 'open') return;
  if (isFirst(right.opened)) {
    await lockRegistration(queries, 'first');
    if (!(await isEmptyServer(queries))) throw new ProblemError('invitation-used');
  }
  await acceptInvitation(queries, right.opened.invitation.invitationId, userId, context.now());
}

/** Offers registration of organisations without an invitation, if enabled. */
export function offerDomain({ identity, options, emails }: RegistrationContext): void {
  const registerDomain = options.registerDomain === 'open';
  identity.offer({ registerDomain, domainByMail: registerDomain && emails.available });
}
