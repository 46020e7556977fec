import { randomUUID } from 'node:crypto';
import { MAILED_LINK_MINUTES, ProblemError, type MAILED_LINK_KINDS } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { Giver } from '../members/issued-links.ts';
import { hashSecret, newSecret } from '../../../core/secrets/secret-store.ts';

export type MailedLinkKind = (typeof MAILED_LINK_KINDS)[number];
type MailedLink = {
  readonly kind: MailedLinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly expiresAt: Date;
  /** The link was mailed to the address, not handed over by a manager. */
  readonly provesAddress: boolean;
  /** The manager who issued it; null if the user requested it. */
  readonly giver: Giver | null;
};

const MINUTE_MS = 60 * 1000;
export const getLifetimeMs = (kind: MailedLinkKind): number =>
  MAILED_LINK_MINUTES[kind] * MINUTE_MS;
export const getLinkMinutes = (kind: MailedLinkKind): number => MAILED_LINK_MINUTES[kind];
/** Links stay stored for a day after they expire, to distinguish expired from unknown ones. */
const RETENTION_MS = 24 * 60 * MINUTE_MS;

type Row = Omit<MailedLink, 'giver'> & {
  usedAt: Date | null;
  givenBy: string | null;
  givenLevel: number | null;
  givenDomain: string | null;
};
type NewMailedLink = {
  readonly kind: MailedLinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly lifetimeMs?: number;
  readonly provesAddress?: boolean;
  readonly giver?: Giver;
};

const COLUMNS =
  'kind, email, user_id as "userId", expires_at as "expiresAt", used_at as "usedAt", proves_address as "provesAddress", given_by as "givenBy", given_level as "givenLevel", given_domain as "givenDomain"';

/**
 * Creates a link and returns its secret; only the hash is stored. `lifetimeMs` replaces
 * the kind's own lifetime.
 */
export async function createMailedLink(
  queries: Queries,
  link: NewMailedLink,
  at: Date,
): Promise<string> {
  const secret = newSecret();
  await queries.query({
    name: 'insert_mailed_link',
    text: `with old as (delete from mailed_link where expires_at < $7)
      insert into mailed_link (id, kind, secret_hash, email, user_id, created_at, expires_at, proves_address, given_by, given_level, given_domain)
      values ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12)`,
    values: [
      randomUUID(),
      link.kind,
      hashSecret(secret),
      link.email,
      link.userId,
      at,
      new Date(at.getTime() - RETENTION_MS),
      new Date(at.getTime() + (link.lifetimeMs ?? getLifetimeMs(link.kind))),
      link.provesAddress ?? true,
      link.giver?.userId ?? null,
      link.giver?.accessLevel ?? null,
      link.giver?.domainId ?? null,
    ],
  });
  return secret;
}

/** Reads a valid link without consuming it. */
export async function readMailedLink(
  queries: Queries,
  secret: string,
  kind: MailedLinkKind,
  at: Date,
): Promise<MailedLink> {
  const [row] = await queries.query<Row>({
    name: 'find_mailed_link',
    text: `select ${COLUMNS} from mailed_link where secret_hash = $1 and kind = $2`,
    values: [hashSecret(secret), kind],
  });
  if (row === undefined) throw new ProblemError('link-not-found');
  if (row.usedAt !== null) throw new ProblemError('link-used');
  if (row.expiresAt <= at) throw new ProblemError('link-expired');
  return toMailedLink(row);
}

/** Consumes a link in the caller's transaction; of two concurrent calls, one fails. */
export async function takeMailedLink(
  queries: Queries,
  secret: string,
  kind: MailedLinkKind,
  at: Date,
): Promise<MailedLink> {
  const [row] = await queries.query<Row>({
    name: 'use_mailed_link',
    text: `update mailed_link set used_at = $3 where secret_hash = $1 and kind = $2 and used_at is null and expires_at > $3
      returning ${COLUMNS}`,
    values: [hashSecret(secret), kind, at],
  });
  if (row !== undefined) return toMailedLink(row);
  await readMailedLink(queries, secret, kind, at);
  throw new ProblemError('link-used');
}

const toMailedLink = ({
  kind,
  email,
  userId,
  expiresAt,
  provesAddress,
  givenBy,
  givenLevel,
  givenDomain,
}: Row): MailedLink => ({
  kind,
  email,
  userId,
  expiresAt,
  provesAddress,
  giver:
    givenBy === null
      ? null
      : { userId: givenBy, accessLevel: givenLevel ?? 0, domainId: givenDomain ?? '' },
});

/** Voids the unused links for an account or its address. */
export async function voidMailedLinks(
  queries: Queries,
  about: { userId: string; email: string | null },
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'void_mailed_links',
    text: 'update mailed_link set used_at = $3 where (user_id = $1 or email = $2) and used_at is null',
    values: [about.userId, about.email, at],
  });
}
