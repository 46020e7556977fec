import { randomUUID } from 'node:crypto';
import { oneTimeSubject, type OneTimeLinkEntry, type OneTimeSubject } from '@yamori/domain';
import type { Queries } from '../../../../core/database/database.ts';
import { hashSecret, newSecret } from '../../../../core/secrets/secret-store.ts';

export type OneTimeLink = {
  readonly linkId: string;
  readonly subject: OneTimeSubject;
  readonly label: string;
  /** The member whose access it lends. */
  readonly createdBy: string;
  readonly creatorName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly state: OneTimeLinkEntry['state'];
  readonly guestId: string | null;
};

type Row = {
  id: string;
  subject: unknown;
  label: string;
  createdBy: string;
  creatorName: string;
  createdAt: Date;
  expiresAt: Date;
  openedAt: Date | null;
  revokedAt: Date | null;
  guestId: string | null;
};

const COLUMNS = `id, subject, label, created_by as "createdBy", creator_name as "creatorName", created_at as "createdAt", expires_at as "expiresAt", opened_at as "openedAt",
  revoked_at as "revokedAt", guest_id as "guestId"`;
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_LISTED = 200;

type NewOneTimeLink = {
  readonly subject: OneTimeSubject;
  readonly label: string;
  readonly createdBy: string;
  readonly creatorName: string;
  readonly expiresAt: Date;
};

/** Returns the token; only its hash is stored. Deletes the guests of expired links. */
export async function insertOneTimeLink(
  queries: Queries,
  link: NewOneTimeLink,
  at: Date,
): Promise<{ linkId: string; token: string }> {
  const linkId = randomUUID();
  const token = newSecret();
  await queries.query({
    name: 'delete_expired_link_guests',
    text: 'delete from auth_user where id in (select guest_id from one_time_link where expires_at < $1 and guest_id is not null)',
    values: [at],
  });
  await queries.query({
    name: 'insert_one_time_link',
    text: `with old as (delete from one_time_link where expires_at < $10)
      insert into one_time_link (id, token_hash, domain_id, subject, label, created_by, creator_name, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      linkId,
      hashSecret(token),
      link.subject.domainId,
      JSON.stringify(link.subject),
      link.label,
      link.createdBy,
      link.creatorName,
      at,
      link.expiresAt,
      new Date(at.getTime() - RETENTION_MS),
    ],
  });
  return { linkId, token };
}

export async function findOneTimeLinkByToken(
  queries: Queries,
  token: string,
  at: Date,
): Promise<OneTimeLink | null> {
  const [row] = await queries.query<Row>({
    name: 'find_one_time_link_by_token',
    text: `select ${COLUMNS} from one_time_link where token_hash = $1`,
    values: [hashSecret(token)],
  });
  return row === undefined ? null : toLink(row, at);
}

export async function findOneTimeLink(
  queries: Queries,
  linkId: string,
  at: Date,
): Promise<OneTimeLink | null> {
  const [row] = await queries.query<Row>({
    name: 'find_one_time_link',
    text: `select ${COLUMNS} from one_time_link where id = $1`,
    values: [linkId],
  });
  return row === undefined ? null : toLink(row, at);
}

export async function readOneTimeLinks(
  queries: Queries,
  domainId: string,
  at: Date,
): Promise<OneTimeLink[]> {
  const rows = await queries.query<Row>({
    name: 'list_one_time_links',
    text: `select ${COLUMNS} from one_time_link where domain_id = $1 order by created_at desc limit $2`,
    values: [domainId, MAX_LISTED],
  });
  return rows.map((row) => toLink(row, at));
}

/** Of two concurrent calls, one returns true. */
export async function takeOneTimeLink(
  queries: Queries,
  linkId: string,
  guestId: string,
  at: Date,
): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'take_one_time_link',
        text: 'update one_time_link set opened_at = $3, guest_id = $2 where id = $1 and opened_at is null and revoked_at is null and expires_at > $3 returning id',
        values: [linkId, guestId, at],
      })
    ).length > 0
  );
}

/** A session that was opened by a link ends with the link. */
export async function limitGuestSession(
  queries: Queries,
  guestId: string,
  expiresAt: Date,
): Promise<void> {
  await queries.query({
    name: 'limit_guest_session',
    text: 'update auth_session set expires_at = least(expires_at, $2) where user_id = $1',
    values: [guestId, expiresAt],
  });
}

/** Deletes the guest too. Returns false if the link is expired or already revoked. */
export async function revokeOneTimeLink(
  queries: Queries,
  linkId: string,
  at: Date,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'revoke_one_time_link',
    text: 'update one_time_link set revoked_at = $2 where id = $1 and revoked_at is null and expires_at > $2 returning id',
    values: [linkId, at],
  });
  await queries.query({
    name: 'delete_link_guest',
    text: 'delete from auth_user where id = (select guest_id from one_time_link where id = $1)',
    values: [linkId],
  });
  return rows.length > 0;
}

/** Revokes all valid links to a subject, deletes their guests and returns the guests' ids. */
export async function revokeLinksTo(
  queries: Queries,
  subject: OneTimeSubject,
  at: Date,
): Promise<string[]> {
  const rows = await queries.query<{ guestId: string | null }>({
    name: 'revoke_one_time_links_to',
    text: `update one_time_link set revoked_at = $3 where domain_id = $1 and subject = $2::jsonb and revoked_at is null and expires_at > $3 returning guest_id as "guestId"`,
    values: [subject.domainId, JSON.stringify(subject), at],
  });
  const guestIds = rows.flatMap(({ guestId }) => (guestId === null ? [] : [guestId]));
  await queries.query({
    name: 'delete_link_guests_of',
    text: 'delete from auth_user where id = any($1)',
    values: [guestIds],
  });
  return guestIds;
}

const toLink = (row: Row, at: Date): OneTimeLink => ({
  linkId: row.id,
  subject: oneTimeSubject.parse(row.subject),
  label: row.label,
  createdBy: row.createdBy,
  creatorName: row.creatorName,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  guestId: row.guestId,
  state: getState(row, at),
});
function getState(row: Row, at: Date): OneTimeLink['state'] {
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt <= at) return 'expired';
  return row.openedAt === null ? 'open' : 'opened';
}

export const presentOneTimeLink = (link: OneTimeLink): OneTimeLinkEntry => ({
  linkId: link.linkId,
  subject: link.subject,
  label: link.label,
  createdBy: link.creatorName,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  state: link.state,
});
