import { randomUUID } from 'node:crypto';
import { MAILED_LINK_MINUTES, refuse, type MAILED_LINK_KINDS } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { Giver } from '../members/given-links.ts';
import { hashOfSecret, newSecret } from '../secrets.ts';

export type MailedLinkKind = (typeof MAILED_LINK_KINDS)[number];
export type MailedLink = {
  readonly kind: MailedLinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly expiresAt: Date;
  /** It was mailed there; not where a manager handed it over in person. */
  readonly provesAddress: boolean;
  /** Who gave it to the member; null for what people ask for themselves. */
  readonly giver: Giver | null;
};

const MINUTE_MS = 60 * 1000;
export const lastsMs = (kind: MailedLinkKind): number => MAILED_LINK_MINUTES[kind] * MINUTE_MS;
export const minutesOf = (kind: MailedLinkKind): number => MAILED_LINK_MINUTES[kind];
/** Links are kept a day longer than they work, so that an old one is told from a wrong one. */
const KEPT_MS = 24 * 60 * MINUTE_MS;

type Row = Omit<MailedLink, 'giver'> & {
  usedAt: Date | null;
  givenBy: string | null;
  givenLevel: number | null;
  givenDomain: string | null;
};
export type NewMailedLink = {
  readonly kind: MailedLinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly lastsMs?: number;
  readonly provesAddress?: boolean;
  readonly giver?: Giver;
};

const COLUMNS =
  'kind, email, user_id as "userId", expires_at as "expiresAt", used_at as "usedAt", proves_address as "provesAddress", given_by as "givenBy", given_level as "givenLevel", given_domain as "givenDomain"';

/**
 * Makes a link and gives its secret, which is stored nowhere. `lastsMs`: for one that goes with
 * something that lasts longer.
 */
export async function createMailedLink(
  queries: Queries,
  link: NewMailedLink,
  at: Date,
): Promise<string> {
  const secret = newSecret();
  await queries.query({
    name: 'mailed-link-create',
    text: `with old as (delete from mailed_link where expires_at < $7)
      insert into mailed_link (id, kind, secret_hash, email, user_id, created_at, expires_at, proves_address, given_by, given_level, given_domain)
      values ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12)`,
    values: [
      randomUUID(),
      link.kind,
      hashOfSecret(secret),
      link.email,
      link.userId,
      at,
      new Date(at.getTime() - KEPT_MS),
      new Date(at.getTime() + (link.lastsMs ?? lastsMs(link.kind))),
      link.provesAddress ?? true,
      link.giver?.userId ?? null,
      link.giver?.accessLevel ?? null,
      link.giver?.domainId ?? null,
    ],
  });
  return secret;
}

/**
 * Looks at a link without using it up.
 * @throws ProblemError `link-not-found`, `link-used`, `link-expired`
 */
export async function readMailedLink(
  queries: Queries,
  secret: string,
  kind: MailedLinkKind,
  at: Date,
): Promise<MailedLink> {
  const [row] = await queries.query<Row>({
    name: 'mailed-link-read',
    text: `select ${COLUMNS} from mailed_link where secret_hash = $1 and kind = $2`,
    values: [hashOfSecret(secret), kind],
  });
  if (row === undefined) throw refuse('link-not-found');
  if (row.usedAt !== null) throw refuse('link-used');
  if (row.expiresAt <= at) throw refuse('link-expired');
  return linkOf(row);
}

/**
 * Uses a link up; of two at one instant one is refused. The caller's transaction decides whether it
 * was used.
 */
export async function takeMailedLink(
  queries: Queries,
  secret: string,
  kind: MailedLinkKind,
  at: Date,
): Promise<MailedLink> {
  const [row] = await queries.query<Row>({
    name: 'mailed-link-use',
    text: `update mailed_link set used_at = $3 where secret_hash = $1 and kind = $2 and used_at is null and expires_at > $3
      returning ${COLUMNS}`,
    values: [hashOfSecret(secret), kind, at],
  });
  if (row !== undefined) return linkOf(row);
  await readMailedLink(queries, secret, kind, at);
  throw refuse('link-used');
}

const linkOf = ({
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

/** Links about an account or its address that nobody has used yet work no longer. */
export async function voidMailedLinks(
  queries: Queries,
  about: { userId: string; email: string | null },
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'mailed-links-void',
    text: 'update mailed_link set used_at = $3 where (user_id = $1 or email = $2) and used_at is null',
    values: [about.userId, about.email, at],
  });
}
