import {
  mayMakeOneTimeLinks,
  canAccessDomain,
  ProblemError,
  type Actor,
  type Language,
  type OneTimeSubject,
  type OneTimeView,
} from '@yamori/domain';
import type { Queries } from '../../../../core/database/database.ts';
import type { SignInResult } from '../../sign-in.ts';
import { readMemberActor } from '../../member-actor.ts';
import type { ClientInfo } from '../../session.ts';
import { insertAccount, newUserId } from '../accounts.ts';
import { requireOrganisation } from '../organisations.ts';
import type { RegistrationContext } from '../registration-context.ts';
import {
  findOneTimeLink,
  findOneTimeLinkByToken,
  insertOneTimeLink,
  limitGuestSession,
  readOneTimeLinks,
  revokeLinksTo,
  revokeOneTimeLink,
  takeOneTimeLink,
  type OneTimeLink,
} from './one-time-store.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Whether the session's one-time link was created for exactly this subject. */
export type MayOpenOnce = (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;

export const createMayOpenOnce =
  (context: RegistrationContext): MayOpenOnce =>
  async (actor, subject) => {
    const link = await findSessionLink(context, actor);
    return link !== null && sameSubject(link.subject, subject);
  };

/** The subject of the session's one-time link. */
export async function viewOwnLink(
  context: RegistrationContext,
  actor: Actor,
): Promise<OneTimeView> {
  const link = await findSessionLink(context, actor);
  if (link === null) throw new ProblemError('link-not-found');
  return describe(context, link);
}

/** The session's link, if it is valid and its creator still may create it. */
async function findSessionLink(
  context: RegistrationContext,
  actor: Actor,
): Promise<OneTimeLink | null> {
  const link =
    actor.singleTimeToken === null
      ? null
      : await findOneTimeLink(context.database, actor.singleTimeToken, context.now());
  return link?.state === 'opened' &&
    link.guestId === actor.userId &&
    (await isStillValid(context, link))
    ? link
    : null;
}

/** The link as its recipient sees it before opening it. */
export async function viewOneTimeLink(
  context: RegistrationContext,
  token: string,
  client: ClientInfo,
): Promise<OneTimeView> {
  return describe(context, await openLink(context, token, client));
}

/** Signs in with a one-time link: once, until the link expires, with access to its subject only. */
export async function signInByLink(
  context: RegistrationContext,
  call: { token: string; language: Language },
  client: ClientInfo,
): Promise<SignInResult> {
  const link = await openLink(context, call.token, client);
  await requireOrganisation(context.store, link.subject.domainId, context.now());
  const guestId = newUserId();
  await context.database.transaction(async (queries) => {
    await insertAccount(
      queries,
      {
        userId: guestId,
        email: null,
        isEmailVerified: false,
        name: link.label,
        language: call.language,
        passwordHash: null,
      },
      context.now(),
    );
    if (!(await takeOneTimeLink(queries, link.linkId, guestId, context.now())))
      throw new ProblemError('link-used');
  });
  const result = await context.identity.completeSignIn(
    { userId: guestId, provider: 'singleTimeToken', factors: 1, singleTimeToken: link.linkId },
    client,
  );
  await limitGuestSession(context.database, guestId, link.expiresAt);
  return result;
}

function openLink(
  context: RegistrationContext,
  token: string,
  client: ClientInfo,
): Promise<OneTimeLink> {
  return context.limits.guessing(
    `link of ${client.address}`,
    context.options.guessesPerVisitor,
    async () => {
      const link = await findOneTimeLinkByToken(context.database, token, context.now());
      switch (link?.state) {
        case undefined:
          throw new ProblemError('link-not-found');
        case 'opened':
          throw new ProblemError('link-used');
        case 'expired':
          throw new ProblemError('link-expired');
        case 'revoked':
          throw new ProblemError('link-revoked');
        case 'open':
          if (!(await isStillValid(context, link))) throw new ProblemError('link-revoked');
          await context.requireLendable(context.database, link.subject, link.createdBy);
          return link;
      }
    },
  );
}

/**
 * A link is valid only while its creator may create it; not after suspension, demotion or moving.
 */
async function isStillValid(
  { database }: RegistrationContext,
  { createdBy, subject }: OneTimeLink,
): Promise<boolean> {
  const maker = await readMemberActor(database, createdBy);
  return maker !== null && mayMakeOneTimeLinks(maker, subject.domainId);
}

async function describe(context: RegistrationContext, link: OneTimeLink): Promise<OneTimeView> {
  const organisation = await requireOrganisation(
    context.store,
    link.subject.domainId,
    context.now(),
  );
  return {
    subject: link.subject,
    organisation: organisation.name,
    label: link.label,
    expiresAt: link.expiresAt.toISOString(),
  };
}

/** Creates a link; the token is returned only once. */
export async function makeOneTimeLink(
  context: RegistrationContext,
  actor: Actor,
  call: { subject: OneTimeSubject; label: string; hours: number },
): Promise<{ link: OneTimeLink; token: string }> {
  await requireMaker(context, actor, call.subject.domainId);
  const at = context.now();
  const [member] = await context.store.read([`staff/${actor.userId}`]);
  const creatorName = typeof member?.data['name'] === 'string' ? member.data['name'] : '';
  const fresh = {
    subject: call.subject,
    label: call.label,
    createdBy: actor.userId,
    creatorName,
    expiresAt: new Date(at.getTime() + call.hours * HOUR_MS),
  };
  const { linkId, token } = await context.database.transaction(async (queries) => {
    await context.requireLendable(queries, call.subject, actor.userId);
    return insertOneTimeLink(queries, fresh, at);
  });
  return { link: { ...fresh, linkId, createdAt: at, state: 'open', guestId: null }, token };
}

export async function listOneTimeLinks(
  context: RegistrationContext,
  actor: Actor,
  domainId: string,
): Promise<OneTimeLink[]> {
  await requireMaker(context, actor, domainId);
  return readOneTimeLinks(context.database, domainId, context.now());
}

/** Revokes a link and ends its session. */
export async function withdrawOneTimeLink(
  context: RegistrationContext,
  actor: Actor,
  linkId: string,
): Promise<void> {
  const link = await findOneTimeLink(context.database, linkId, context.now());
  if (link === null || !mayMakeOneTimeLinks(actor, link.subject.domainId))
    throw new ProblemError('link-not-found');
  if (!(await revokeOneTimeLink(context.database, linkId, context.now())))
    throw new ProblemError(link.state === 'revoked' ? 'link-revoked' : 'link-expired');
  if (link.guestId !== null) context.identity.announceChange(link.guestId);
}

/**
 * Revokes all links to a subject and ends their sessions, in the transaction that deletes the
 * subject. Call the returned function after the commit.
 */
export type EndLinksTo = (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;

export const createEndLinksTo =
  ({ identity, now }: Pick<RegistrationContext, 'identity' | 'now'>): EndLinksTo =>
  async (queries, subject) => {
    const guestIds = await revokeLinksTo(queries, subject, now());
    return () => guestIds.forEach(identity.announceChange);
  };

async function requireMaker(
  context: RegistrationContext,
  actor: Actor,
  domainId: string,
): Promise<void> {
  if (!canAccessDomain(actor, domainId)) throw new ProblemError('domain-not-found');
  if (!mayMakeOneTimeLinks(actor, domainId)) throw new ProblemError('one-time-link-forbidden');
  await requireOrganisation(context.store, domainId, context.now());
}

/** All fields of a subject are strings. */
const sameSubject = (one: OneTimeSubject, other: OneTimeSubject): boolean =>
  one.kind === other.kind && one.domainId === other.domainId && one.report === other.report;
