import {
  mayMakeOneTimeLinks,
  reaches,
  refuse,
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
import type { RegistrationParts } from '../registration-parts.ts';
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
  (parts: RegistrationParts): MayOpenOnce =>
  async (actor, subject) => {
    const link = await findSessionLink(parts, actor);
    return link !== null && sameSubject(link.subject, subject);
  };

/** The subject of the session's one-time link. */
export async function viewOwnLink(parts: RegistrationParts, actor: Actor): Promise<OneTimeView> {
  const link = await findSessionLink(parts, actor);
  if (link === null) throw refuse('link-not-found');
  return describe(parts, link);
}

/** The session's link, if it is valid and its creator still may create it. */
async function findSessionLink(
  parts: RegistrationParts,
  actor: Actor,
): Promise<OneTimeLink | null> {
  const link =
    actor.singleTimeToken === null
      ? null
      : await findOneTimeLink(parts.database, actor.singleTimeToken, parts.now());
  return link?.state === 'opened' &&
    link.guestId === actor.userId &&
    (await isStillValid(parts, link))
    ? link
    : null;
}

/** The link as its recipient sees it before opening it. */
export async function viewOneTimeLink(
  parts: RegistrationParts,
  token: string,
  client: ClientInfo,
): Promise<OneTimeView> {
  return describe(parts, await openLink(parts, token, client));
}

/** Signs in with a one-time link: once, until the link expires, with access to its subject only. */
export async function signInByLink(
  parts: RegistrationParts,
  call: { token: string; language: Language },
  client: ClientInfo,
): Promise<SignInResult> {
  const link = await openLink(parts, call.token, client);
  await requireOrganisation(parts.store, link.subject.domainId, parts.now());
  const guestId = newUserId();
  await parts.database.transaction(async (queries) => {
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
      parts.now(),
    );
    if (!(await takeOneTimeLink(queries, link.linkId, guestId, parts.now())))
      throw refuse('link-used');
  });
  const result = await parts.identity.completeSignIn(
    { userId: guestId, provider: 'singleTimeToken', factors: 1, singleTimeToken: link.linkId },
    client,
  );
  await limitGuestSession(parts.database, guestId, link.expiresAt);
  return result;
}

function openLink(
  parts: RegistrationParts,
  token: string,
  client: ClientInfo,
): Promise<OneTimeLink> {
  return parts.limits.guessing(
    `link of ${client.address}`,
    parts.options.guessesPerVisitor,
    async () => {
      const link = await findOneTimeLinkByToken(parts.database, token, parts.now());
      switch (link?.state) {
        case undefined:
          throw refuse('link-not-found');
        case 'opened':
          throw refuse('link-used');
        case 'expired':
          throw refuse('link-expired');
        case 'revoked':
          throw refuse('link-revoked');
        case 'open':
          if (!(await isStillValid(parts, link))) throw refuse('link-revoked');
          await parts.requireLendable(parts.database, link.subject, link.createdBy);
          return link;
      }
    },
  );
}

/**
 * A link is valid only while its creator may create it; not after suspension, demotion or moving.
 */
async function isStillValid(
  { database }: RegistrationParts,
  { createdBy, subject }: OneTimeLink,
): Promise<boolean> {
  const maker = await readMemberActor(database, createdBy);
  return maker !== null && mayMakeOneTimeLinks(maker, subject.domainId);
}

async function describe(parts: RegistrationParts, link: OneTimeLink): Promise<OneTimeView> {
  const organisation = await requireOrganisation(parts.store, link.subject.domainId, parts.now());
  return {
    subject: link.subject,
    organisation: organisation.name,
    label: link.label,
    expiresAt: link.expiresAt.toISOString(),
  };
}

/** Creates a link; the token is returned only once. */
export async function makeOneTimeLink(
  parts: RegistrationParts,
  actor: Actor,
  call: { subject: OneTimeSubject; label: string; hours: number },
): Promise<{ link: OneTimeLink; token: string }> {
  await requireMaker(parts, actor, call.subject.domainId);
  const at = parts.now();
  const [member] = await parts.store.read([`staff/${actor.userId}`]);
  const creatorName = typeof member?.data['name'] === 'string' ? member.data['name'] : '';
  const fresh = {
    subject: call.subject,
    label: call.label,
    createdBy: actor.userId,
    creatorName,
    expiresAt: new Date(at.getTime() + call.hours * HOUR_MS),
  };
  const { linkId, token } = await parts.database.transaction(async (queries) => {
    await parts.requireLendable(queries, call.subject, actor.userId);
    return insertOneTimeLink(queries, fresh, at);
  });
  return { link: { ...fresh, linkId, createdAt: at, state: 'open', guestId: null }, token };
}

export async function listOneTimeLinks(
  parts: RegistrationParts,
  actor: Actor,
  domainId: string,
): Promise<OneTimeLink[]> {
  await requireMaker(parts, actor, domainId);
  return readOneTimeLinks(parts.database, domainId, parts.now());
}

/** Revokes a link and ends its session. */
export async function withdrawOneTimeLink(
  parts: RegistrationParts,
  actor: Actor,
  linkId: string,
): Promise<void> {
  const link = await findOneTimeLink(parts.database, linkId, parts.now());
  if (link === null || !mayMakeOneTimeLinks(actor, link.subject.domainId))
    throw refuse('link-not-found');
  if (!(await revokeOneTimeLink(parts.database, linkId, parts.now())))
    throw refuse(link.state === 'revoked' ? 'link-revoked' : 'link-expired');
  if (link.guestId !== null) parts.identity.announceChange(link.guestId);
}

/**
 * Revokes all links to a subject and ends their sessions, in the transaction that deletes the
 * subject. Call the returned function after the commit.
 */
export type EndLinksTo = (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;

export const createEndLinksTo =
  ({ identity, now }: Pick<RegistrationParts, 'identity' | 'now'>): EndLinksTo =>
  async (queries, subject) => {
    const guestIds = await revokeLinksTo(queries, subject, now());
    return () => guestIds.forEach(identity.announceChange);
  };

async function requireMaker(
  parts: RegistrationParts,
  actor: Actor,
  domainId: string,
): Promise<void> {
  if (!reaches(actor, domainId)) throw refuse('domain-not-found');
  if (!mayMakeOneTimeLinks(actor, domainId)) throw refuse('one-time-link-forbidden');
  await requireOrganisation(parts.store, domainId, parts.now());
}

/** All fields of a subject are strings. */
const sameSubject = (one: OneTimeSubject, other: OneTimeSubject): boolean =>
  one.kind === other.kind && one.domainId === other.domainId && one.report === other.report;
