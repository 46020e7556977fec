import { randomUUID } from 'node:crypto';
import {
  INVITABLE_KINDS,
  invitationEntry,
  ProblemError,
  type InvitationEntry,
} from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../../../core/database/database.ts';
import { hashCode, newCode } from './invitation-code.ts';

const newOrganisation = z.strictObject({
  kind: z.enum(INVITABLE_KINDS),
  limits: z.strictObject({ rooms: z.int(), devices: z.int(), members: z.int() }).nullable(),
});

export type Invitation = {
  readonly invitationId: string;
  readonly kind: 'member' | 'organisation';
  readonly domainId: string | null;
  readonly accessLevel: number;
  readonly organisation: z.infer<typeof newOrganisation> | null;
  readonly label: string;
  readonly mailed: boolean;
  readonly invitedBy: string;
  readonly inviterName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly state: 'open' | 'accepted' | 'expired' | 'revoked';
};
export type NewInvitation = Omit<Invitation, 'invitationId' | 'createdAt' | 'state'>;

type Row = {
  id: string;
  kind: string;
  domainId: string | null;
  accessLevel: number;
  organisation: unknown;
  label: string;
  mailed: boolean;
  invitedBy: string;
  inviterName: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  acceptedAt: Date | null;
};

const COLUMNS = `id, kind, domain_id as "domainId", access_level as "accessLevel", organisation, label, mailed, invited_by as "invitedBy",
  inviter_name as "inviterName", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", accepted_at as "acceptedAt"`;
/** Invitations stay listed for this long after they have expired. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_LISTED = 200;

/** Returns the code; only its hash is stored. */
export async function insertInvitation(
  queries: Queries,
  invitation: NewInvitation,
  at: Date,
): Promise<{ invitationId: string; code: string }> {
  const invitationId = randomUUID();
  const code = newCode();
  await queries.query({
    name: 'insert_invitation',
    text: `with old as (delete from invitation where expires_at < $13)
      insert into invitation (id, kind, code_hash, domain_id, access_level, organisation, label, mailed, invited_by, inviter_name, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      invitationId,
      invitation.kind,
      hashCode(code),
      invitation.domainId,
      invitation.accessLevel,
      invitation.organisation === null ? null : JSON.stringify(invitation.organisation),
      invitation.label,
      invitation.mailed,
      invitation.invitedBy,
      invitation.inviterName,
      at,
      invitation.expiresAt,
      new Date(at.getTime() - RETENTION_MS),
    ],
  });
  return { invitationId, code };
}

export async function findInvitationByCode(
  queries: Queries,
  code: string,
  at: Date,
): Promise<Invitation | null> {
  const [row] = await queries.query<Row>({
    name: 'find_invitation_by_code',
    text: `select ${COLUMNS} from invitation where code_hash = $1`,
    values: [hashCode(code)],
  });
  return row === undefined ? null : toInvitation(row, at);
}

export async function findInvitation(
  queries: Queries,
  invitationId: string,
  at: Date,
): Promise<Invitation | null> {
  const [row] = await queries.query<Row>({
    name: 'find_invitation',
    text: `select ${COLUMNS} from invitation where id = $1`,
    values: [invitationId],
  });
  return row === undefined ? null : toInvitation(row, at);
}

/** The invitations of these organisations, newest first. */
export async function listInvitations(
  queries: Queries,
  domainIds: readonly string[] | 'everything',
  at: Date,
): Promise<Invitation[]> {
  const all = domainIds === 'everything';
  const rows = await queries.query<Row>({
    name: 'list_invitations',
    text: `select ${COLUMNS} from invitation where $1 or domain_id = any($2) order by created_at desc limit $3`,
    values: [all, all ? [] : [...domainIds], MAX_LISTED],
  });
  return rows.map((row) => toInvitation(row, at));
}

/** Of two concurrent calls, one fails. */
export async function acceptInvitation(
  queries: Queries,
  invitationId: string,
  userId: string,
  at: Date,
): Promise<void> {
  const rows = await queries.query({
    name: 'accept_invitation',
    text: 'update invitation set accepted_at = $3, accepted_by = $2 where id = $1 and accepted_at is null and revoked_at is null and expires_at > $3 returning id',
    values: [invitationId, userId, at],
  });
  if (rows.length === 0) throw new ProblemError('invitation-used');
}

export async function revokeInvitation(
  queries: Queries,
  invitationId: string,
  at: Date,
): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'revoke_invitation',
        text: 'update invitation set revoked_at = $2 where id = $1 and accepted_at is null and revoked_at is null returning id',
        values: [invitationId, at],
      })
    ).length > 0
  );
}

const toInvitation = (row: Row, at: Date): Invitation => ({
  invitationId: row.id,
  kind: row.kind === 'organisation' ? 'organisation' : 'member',
  domainId: row.domainId,
  accessLevel: row.accessLevel,
  organisation: row.organisation === null ? null : newOrganisation.parse(row.organisation),
  label: row.label,
  mailed: row.mailed,
  invitedBy: row.invitedBy,
  inviterName: row.inviterName,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  state: getState(row, at),
});

function getState(row: Row, at: Date): Invitation['state'] {
  if (row.acceptedAt !== null) return 'accepted';
  if (row.revokedAt !== null) return 'revoked';
  return row.expiresAt <= at ? 'expired' : 'open';
}

export const presentInvitation = (invitation: Invitation): InvitationEntry =>
  invitationEntry.parse({
    invitationId: invitation.invitationId,
    kind: invitation.kind,
    domainId: invitation.domainId,
    accessLevel: invitation.accessLevel,
    organisationKind: invitation.organisation?.kind ?? null,
    label: invitation.label,
    mailed: invitation.mailed,
    invitedBy: invitation.inviterName,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    state: invitation.state,
  });
