import {
  ACCESS_LEVEL_WORDS,
  accessLevelName,
  firstLevelOf,
  invitableLevels,
  isAccessLevel,
  mayManageLevel,
  mayInviteOrganisation,
  reaches,
  refuse,
  type Actor,
  type CreateInvitationCall,
} from '@yamori/domain';
import type { Queries } from '../../../../core/database/database.ts';
import type { ClientInfo } from '../../session.ts';
import { findAccount } from '../accounts.ts';
import { isFirstStart } from '../first-start.ts';
import { createMailedLink } from '../mailed-links.ts';
import { requireOrganisation, type Organisation } from '../organisations.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import {
  findInvitation,
  insertInvitation,
  listInvitations,
  revokeInvitation,
  type Invitation,
  type NewInvitation,
} from './invitation-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates an invitation and returns its code, which is not stored. With `mailTo`, the mail also
 * verifies that address.
 */
export async function makeInvitation(
  parts: RegistrationParts,
  actor: Actor,
  call: CreateInvitationCall,
  client: ClientInfo,
): Promise<{ invitation: Invitation; code: string }> {
  const organisation = await authorizeInvitation(parts, actor, call);
  if (call.mailTo !== null) {
    if (!parts.emails.available) throw refuse('mail-missing');
    await parts.limits.take(`invitations of ${actor.userId}`, parts.options.mailsPerVisitor);
  }
  return storeInvitation(
    parts,
    actor,
    call,
    organisation,
    (work) => parts.database.transaction(work),
    client.address,
  );
}

type Made = { readonly invitationId: string; readonly code: string };
/** Runs the work in the caller's transaction. */
type InTransaction = (work: (queries: Queries) => Promise<Made>) => Promise<Made>;

/**
 * Creates one of many invitations in the caller's transaction. The caller limits their number.
 * Mails are sent only if the installation has e-mail.
 */
export async function inviteOneOfMany(
  parts: RegistrationParts,
  actor: Actor,
  call: CreateInvitationCall,
  transaction: InTransaction,
): Promise<Made & { readonly mailed: boolean }> {
  const mailed = parts.emails.available ? call : { ...call, mailTo: null };
  const { invitation, code } = await storeInvitation(
    parts,
    actor,
    mailed,
    await authorizeInvitation(parts, actor, call),
    transaction,
    '',
  );
  return { invitationId: invitation.invitationId, code, mailed: mailed.mailTo !== null };
}

async function storeInvitation(
  parts: RegistrationParts,
  actor: Actor,
  call: CreateInvitationCall,
  organisation: Organisation | null,
  transaction: InTransaction,
  address: string,
): Promise<{ invitation: Invitation; code: string }> {
  const inviter = await findAccount(parts.database, actor.userId);
  const at = parts.now();
  const fresh: NewInvitation = {
    kind: call.kind,
    domainId: organisation?.domainId ?? null,
    label: call.label,
    mailed: call.mailTo !== null,
    invitedBy: actor.userId,
    inviterName: await readName(parts, actor.userId, inviter?.name ?? ''),
    expiresAt: new Date(at.getTime() + call.days * DAY_MS),
    accessLevel: call.kind === 'member' ? call.accessLevel : firstLevelOf(call.organisationKind),
    organisation:
      call.kind === 'member' ? null : { kind: call.organisationKind, limits: call.limits },
  };
  const { mailTo, language } = call;
  const { invitationId, code } = await transaction(async (queries) => {
    const inserted = await insertInvitation(queries, fresh, at);
    if (mailTo !== null)
      await mailInvitation(parts, queries, {
        ...fresh,
        mailTo: mailTo.toLowerCase(),
        language,
        code: inserted.code,
        organisation,
      });
    await recordInvitationAct(
      parts,
      queries,
      { userId: actor.userId, address, action: 'invited' },
      organisation?.domainId ?? actor.domainId,
    );
    return inserted;
  });
  return { invitation: { ...fresh, invitationId, createdAt: at, state: 'open' }, code };
}

/** The inviting or parent organisation. Throws unless the actor may create this invitation. */
async function authorizeInvitation(
  parts: RegistrationParts,
  actor: Actor,
  call: CreateInvitationCall,
): Promise<Organisation | null> {
  const domainId = call.kind === 'member' ? call.domainId : call.parentDomainId;
  // A domain that the actor cannot see is reported as missing.
  if (domainId !== null && !reaches(actor, domainId)) throw refuse('domain-not-found');
  const organisation =
    domainId === null ? null : await requireOrganisation(parts.store, domainId, parts.now());
  const allowed =
    call.kind === 'organisation'
      ? mayInviteOrganisation(actor, call.organisationKind, domainId)
      : organisation !== null &&
        isAccessLevel(call.accessLevel) &&
        invitableLevels(actor, { id: organisation.domainId, kind: organisation.kind }).includes(
          call.accessLevel,
        );
  if (!allowed) throw refuse('invitation-forbidden');
  return organisation;
}

type Mailed = Pick<NewInvitation, 'kind' | 'accessLevel' | 'inviterName' | 'expiresAt'> &
  Pick<CreateInvitationCall, 'language'> & {
    readonly mailTo: string;
    readonly code: string;
    readonly organisation: Organisation | null;
  };

/** The link contains the code and a proof of the address. */
async function mailInvitation(
  parts: RegistrationParts,
  queries: Queries,
  { mailTo, code, organisation, language, ...invitation }: Mailed,
): Promise<void> {
  const { emails } = parts;
  const proof = await createMailedLink(
    queries,
    {
      kind: 'addressProof',
      email: mailTo,
      userId: null,
      lifetimeMs: invitation.expiresAt.getTime() - parts.now().getTime(),
    },
    parts.now(),
  );
  const { inviterName: inviter, expiresAt } = invitation;
  if (invitation.kind === 'organisation' || organisation === null) {
    const link = emails.address('/registerdomain', `${code}.${proof}`);
    await emails.send(
      mailTo,
      language,
      'inviteOrganisation',
      (words) => words.inviteOrganisation({ inviter, expiresAt, link }),
      queries,
    );
    return;
  }
  const level =
    ACCESS_LEVEL_WORDS[language][accessLevelName(invitation.accessLevel) ?? 'requestMfa'];
  const link = emails.address(
    `/registerUser/${encodeURIComponent(organisation.domainId)}`,
    `${code}.${proof}`,
  );
  await emails.send(
    mailTo,
    language,
    'inviteMember',
    (words) =>
      words.inviteMember({ organisation: organisation.name, level, inviter, expiresAt, link }),
    queries,
  );
}

/** The member's name, or the account's for users without a membership. */
async function readName(
  parts: RegistrationParts,
  userId: string,
  accountName: string,
): Promise<string> {
  const [document] = await parts.store.read([`staff/${userId}`]);
  const name = document?.data['name'];
  return typeof name === 'string' ? name : accountName;
}

/** The invitations that the actor could have created. */
export async function listVisibleInvitations(
  parts: RegistrationParts,
  actor: Actor,
): Promise<Invitation[]> {
  const domainIds = actor.reach.kind === 'everything' ? 'everything' : [...actor.reach.domainIds];
  return (await listInvitations(parts.database, domainIds, parts.now())).filter((invitation) =>
    mayHaveMade(actor, invitation),
  );
}

export async function withdrawInvitation(
  parts: RegistrationParts,
  actor: Actor,
  invitationId: string,
  client: ClientInfo,
): Promise<void> {
  const invitation = await findInvitation(parts.database, invitationId, parts.now());
  if (invitation === null || !mayHaveMade(actor, invitation)) throw refuse('invitation-not-found');
  await parts.database.transaction(async (queries) => {
    if (!(await revokeInvitation(queries, invitationId, parts.now())))
      throw refuse(invitation.state === 'accepted' ? 'invitation-used' : 'invitation-revoked');
    await recordInvitationAct(
      parts,
      queries,
      { userId: actor.userId, address: client.address, action: 'invitationWithdrawn' },
      invitation.domainId ?? actor.domainId,
    );
  });
}

type InvitationAct = {
  readonly userId: string;
  readonly address: string;
  readonly action: 'invited' | 'invitationWithdrawn';
};

/**
 * The update history records that there was an invitation. Its recipient is only in the list of
 * invitations, from which it is deleted eventually.
 */
async function recordInvitationAct(
  { store }: RegistrationParts,
  queries: Queries,
  { userId, address, action }: InvitationAct,
  domainId: string | null,
): Promise<void> {
  if (domainId !== null)
    await store.recordActs(queries, {
      userId,
      address,
      acts: [{ action, path: `domain/${domainId}` }],
    });
}

function mayHaveMade(actor: Actor, invitation: Invitation): boolean {
  const { organisation, domainId, accessLevel } = invitation;
  if (isFirstStart(invitation)) return false;
  if (organisation !== null) return mayInviteOrganisation(actor, organisation.kind, domainId);
  return (
    domainId !== null && isAccessLevel(accessLevel) && mayManageLevel(actor, accessLevel, domainId)
  );
}
