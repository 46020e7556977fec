import {
  ACCESS_LEVEL_WORDS,
  accessLevelName,
  getFirstLevel,
  invitableLevels,
  isAccessLevel,
  mayManageLevel,
  mayInviteOrganisation,
  canAccessDomain,
  ProblemError,
  type Actor,
  type CreateInvitationCall,
} from '@yamori/domain';
import type { Queries } from '../../../../core/database/database.ts';
import type { ClientInfo } from '../../session.ts';
import { findAccount } from '../accounts.ts';
import { isFirstStart } from '../first-start.ts';
import { createMailedLink } from '../mailed-links.ts';
import { requireOrganisation, type Organisation } from '../organisations.ts';
import type { RegistrationContext } from '../registration-context.ts';
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
  context: RegistrationContext,
  actor: Actor,
  call: CreateInvitationCall,
  client: ClientInfo,
): Promise<{ invitation: Invitation; code: string }> {
  const organisation = await authorizeInvitation(context, actor, call);
  if (call.mailTo !== null) {
    if (!context.emails.available) throw new ProblemError('mail-missing');
    await context.limits.take(`invitations of ${actor.userId}`, context.options.mailsPerVisitor);
  }
  return storeInvitation(
    context,
    actor,
    call,
    organisation,
    (work) => context.database.transaction(work),
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
export async function inviteMember(
  context: RegistrationContext,
  actor: Actor,
  call: CreateInvitationCall,
  transaction: InTransaction,
): Promise<Made & { readonly mailed: boolean }> {
  const mailed = context.emails.available ? call : { ...call, mailTo: null };
  const { invitation, code } = await storeInvitation(
    context,
    actor,
    mailed,
    await authorizeInvitation(context, actor, call),
    transaction,
    '',
  );
  return { invitationId: invitation.invitationId, code, mailed: mailed.mailTo !== null };
}

async function storeInvitation(
  context: RegistrationContext,
  actor: Actor,
  call: CreateInvitationCall,
  organisation: Organisation | null,
  transaction: InTransaction,
  address: string,
): Promise<{ invitation: Invitation; code: string }> {
  const inviter = await findAccount(context.database, actor.userId);
  const at = context.now();
  const fresh: NewInvitation = {
    kind: call.kind,
    domainId: organisation?.domainId ?? null,
    label: call.label,
    mailed: call.mailTo !== null,
    invitedBy: actor.userId,
    inviterName: await readName(context, actor.userId, inviter?.name ?? ''),
    expiresAt: new Date(at.getTime() + call.days * DAY_MS),
    accessLevel: call.kind === 'member' ? call.accessLevel : getFirstLevel(call.organisationKind),
    organisation:
      call.kind === 'member' ? null : { kind: call.organisationKind, limits: call.limits },
  };
  const { mailTo, language } = call;
  const { invitationId, code } = await transaction(async (queries) => {
    const inserted = await insertInvitation(queries, fresh, at);
    if (mailTo !== null)
      await mailInvitation(context, queries, {
        ...fresh,
        mailTo: mailTo.toLowerCase(),
        language,
        code: inserted.code,
        organisation,
      });
    await recordInvitationAct(
      context,
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
  context: RegistrationContext,
  actor: Actor,
  call: CreateInvitationCall,
): Promise<Organisation | null> {
  const domainId = call.kind === 'member' ? call.domainId : call.parentDomainId;
  // A domain that the actor cannot see is reported as missing.
  if (domainId !== null && !canAccessDomain(actor, domainId))
    throw new ProblemError('domain-not-found');
  const organisation =
    domainId === null ? null : await requireOrganisation(context.store, domainId, context.now());
  const allowed =
    call.kind === 'organisation'
      ? mayInviteOrganisation(actor, call.organisationKind, domainId)
      : organisation !== null &&
        isAccessLevel(call.accessLevel) &&
        invitableLevels(actor, { id: organisation.domainId, kind: organisation.kind }).includes(
          call.accessLevel,
        );
  if (!allowed) throw new ProblemError('invitation-forbidden');
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
  context: RegistrationContext,
  queries: Queries,
  { mailTo, code, organisation, language, ...invitation }: Mailed,
): Promise<void> {
  const { emails } = context;
  const proof = await createMailedLink(
    queries,
    {
      kind: 'addressProof',
      email: mailTo,
      userId: null,
      lifetimeMs: invitation.expiresAt.getTime() - context.now().getTime(),
    },
    context.now(),
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
  context: RegistrationContext,
  userId: string,
  accountName: string,
): Promise<string> {
  const [document] = await context.store.read([`staff/${userId}`]);
  const name = document?.data['name'];
  return typeof name === 'string' ? name : accountName;
}

/** The invitations that the actor could have created. */
export async function listVisibleInvitations(
  context: RegistrationContext,
  actor: Actor,
): Promise<Invitation[]> {
  const domainIds = actor.reach.kind === 'everything' ? 'everything' : [...actor.reach.domainIds];
  return (await listInvitations(context.database, domainIds, context.now())).filter((invitation) =>
    mayManageInvitation(actor, invitation),
  );
}

export async function withdrawInvitation(
  context: RegistrationContext,
  actor: Actor,
  invitationId: string,
  client: ClientInfo,
): Promise<void> {
  const invitation = await findInvitation(context.database, invitationId, context.now());
  if (invitation === null || !mayManageInvitation(actor, invitation))
    throw new ProblemError('invitation-not-found');
  await context.database.transaction(async (queries) => {
    if (!(await revokeInvitation(queries, invitationId, context.now())))
      throw new ProblemError(
        invitation.state === 'accepted' ? 'invitation-used' : 'invitation-revoked',
      );
    await recordInvitationAct(
      context,
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
  { store }: RegistrationContext,
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

function mayManageInvitation(actor: Actor, invitation: Invitation): boolean {
  const { organisation, domainId, accessLevel } = invitation;
  if (isFirstStart(invitation)) return false;
  if (organisation !== null) return mayInviteOrganisation(actor, organisation.kind, domainId);
  return (
    domainId !== null && isAccessLevel(accessLevel) && mayManageLevel(actor, accessLevel, domainId)
  );
}
