import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from './core/database/database.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { openCsvImport } from './modules/tables/csv-import.ts';
import type { CsvImportLimits } from './modules/tables/csv-import-limits.ts';
import type { Inviting } from './modules/tables/csv-import-parts.ts';
import { readMemberActor } from './modules/identity/member-actor.ts';
import { createSecretBox } from './modules/identity/secret-box.ts';
import { inviteOneOfMany } from './modules/identity/registration/invitations/invitation-making.ts';
import {
  findInvitation,
  revokeInvitation,
} from './modules/identity/registration/invitations/invitation-store.ts';
import type { RegistrationParts } from './modules/identity/registration/registration-parts.ts';
import type { Jobs } from './core/messaging/jobs/jobs.ts';

export type CsvSideParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly server: FastifyInstance;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly secret: string;
  readonly registration: RegistrationParts;
  readonly limits: { readonly imports: { readonly csv: CsvImportLimits } };
};

/**
 * Tables of rooms, devices, staff and nights, with what they need of those who know accounts and
 * local times.
 */
export async function openCsvSide({
  server,
  registration,
  secret,
  limits,
  ...parts
}: CsvSideParts): Promise<void> {
  openCsvImport(server, {
    ...parts,
    limits: limits.imports.csv,
    newId,
    inviting: invitingOf(registration),
    actorOf: (userId) => readMemberActor(parts.database, userId),
    codes: createSecretBox(secret, 'csv-invitation-codes'),
  });
}

/** Staff that one member may bring in at a time, in 15 minutes: each may be a mail to somebody. */
const STAFF_TABLES = 4;

const invitingOf = (parts: RegistrationParts): Inviting => ({
  takeTable: (actor) => parts.limits.take(`staff tables of ${actor.userId}`, STAFF_TABLES),
  invite: async (actor, { domainId, accessLevel, name, email, language }, transaction) => {
    const call = {
      kind: 'member' as const,
      domainId,
      accessLevel,
      label: name,
      mailTo: email,
      days: INVITATION_DAYS,
      language,
    };
    await inviteOneOfMany(parts, actor, call, async (work) => {
      const held: { made: Awaited<ReturnType<typeof work>> | null } = { made: null };
      await transaction(async (queries) => {
        held.made = await work(queries);
        return {
          invitationId: held.made.invitationId,
          code: parts.letters.available ? null : held.made.code,
        };
      });
      if (held.made === null) throw new Error('a transaction ended without its work');
      return held.made;
    });
  },
  withdraw: (queries, invitationId) => revokeInvitation(queries, invitationId, parts.now()),
  stillOpen: async (invitationIds) => {
    const found = await Promise.all(
      invitationIds.map((invitationId) =>
        findInvitation(parts.database, invitationId, parts.now()),
      ),
    );
    return new Set(
      found.flatMap((invitation) =>
        invitation?.state === 'open' ? [invitation.invitationId] : [],
      ),
    );
  },
  linkOf: (domainId, code) =>
    parts.letters.address(`/registerUser/${encodeURIComponent(domainId)}`, code),
});

/** As long as the table that brought them is kept. */
const INVITATION_DAYS = 14;

/** As the browser's new documents have it: 20 letters and digits. */
function newId(): string {
  return [...randomBytes(20)].map((byte) => ID_DIGITS[byte % ID_DIGITS.length] ?? '').join('');
}
const ID_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
