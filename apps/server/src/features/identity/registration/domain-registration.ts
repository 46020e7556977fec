import { firstLevelOf, refuse, type Actor, type RegisterDomainCall } from '@yamori/domain';
import type { Queries } from '../../../database/database.ts';
import type { Visit } from '../proof.ts';
import { enrol, type Enrolled } from './enrolment.ts';
import { openInvitation, type OpenInvitation } from './invitations/invitation-opening.ts';
import { acceptInvitation } from './invitations/invitation-store.ts';
import { isEmptyServer, lockRegistration, newOrganisation } from './organisations.ts';
import type { RegistrationParts } from './registration-parts.ts';

/** By what right an organisation is registered. */
type Right =
  | { readonly kind: 'invitation'; readonly opened: OpenInvitation }
  | { readonly kind: 'first' }
  | { readonly kind: 'open' };

/**
 * Makes an organisation and its first member, the top of its kind, in one transaction.
 * @throws ProblemError `domain-registration-refused`, those of an invitation and of `enrol`
 */
export async function registerDomain(
  parts: RegistrationParts,
  call: RegisterDomainCall,
  actor: Actor | null,
  visit: Visit,
): Promise<Enrolled> {
  const right = await rightOf(parts, call.code, visit);
  const invited = right.kind === 'invitation' ? right.opened : null;
  const kind = invited?.invitation.organisation?.kind ?? 'facility';
  const limits = invited?.invitation.organisation?.limits ?? null;
  const { domainId, rootDomainId, write } = newOrganisation(
    { ...call.organisation, kind, ...(limits === null ? {} : { limits }) },
    invited?.organisation ?? null,
  );
  const enrolled = await enrol(parts, call.applicant, actor, visit, {
    domainId,
    rootDomainId,
    accessLevel: firstLevelOf(kind),
    writes: [write],
    // The first of a server may have to register before its mail works.
    takesSaidAddress: right.kind === 'first' || !parts.letters.available,
    alongside: (queries, userId) => claim(parts, right, queries, userId),
  });
  offerDomain(parts);
  return enrolled;
}

async function rightOf(
  parts: RegistrationParts,
  code: string | null,
  visit: Visit,
): Promise<Right> {
  if (code !== null)
    return {
      kind: 'invitation',
      opened: await openInvitation(parts, { code, domainId: null, kind: 'organisation' }, visit),
    };
  switch (parts.options.registerDomain) {
    case 'invitation':
      throw refuse('domain-registration-refused');
    case 'open':
      return (await isEmptyServer(parts.database)) ? { kind: 'first' } : { kind: 'open' };
    case 'first':
      if (!(await isEmptyServer(parts.database))) throw refuse('domain-registration-refused');
      return { kind: 'first' };
  }
}

/** Within the transaction: of two who would be first, or who hold one code, one finds the place taken. */
async function claim(
  parts: RegistrationParts,
  right: Right,
  queries: Queries,
  userId: string,
): Promise<void> {
  switch (right.kind) {
    case 'invitation':
      await acceptInvitation(queries, right.opened.invitation.invitationId, userId, parts.now());
      return;
    case 'open':
      return;
    case 'first':
      await lockRegistration(queries, 'first');
      if (!(await isEmptyServer(queries))) throw refuse('domain-registration-refused');
  }
}

/** Tells the pages how somebody without an invitation registers an organisation, now that the server has members. */
export function offerDomain({ identity, options, letters }: RegistrationParts): void {
  const registerDomain = options.registerDomain === 'open';
  identity.offer({ registerDomain, domainByMail: registerDomain && letters.available });
}

/** The same while the server may be empty: its first registers without an invitation and without a mail. */
export async function offerFirstDomain(parts: RegistrationParts): Promise<void> {
  if (parts.options.registerDomain !== 'invitation' && (await isEmptyServer(parts.database)))
    parts.identity.offer({ registerDomain: true, domainByMail: false });
  else offerDomain(parts);
}
