import type { Actor, Language } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { CsvImportLimits } from './csv-import-limits.ts';

/** A person to invite to an organisation. */
export type Invited = {
  readonly domainId: string;
  readonly accessLevel: number;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
};

/** A created invitation. `code` is null if it was mailed. */
type MadeInvitation = { readonly invitationId: string; readonly code: string | null };

type InvitingTransaction = (
  work: (queries: Queries) => Promise<MadeInvitation>,
) => Promise<unknown>;

/** Invitations, provided by the identity module. */
type Inviting = {
  /** Counts a table of staff towards the actor's registration limit. */
  readonly takeTable: (actor: Actor) => Promise<void>;
  /** Creates an invitation and its mail within the given transaction. */
  readonly invite: (
    actor: Actor,
    invited: Invited,
    transaction: InvitingTransaction,
  ) => Promise<void>;
  /** Returns false if the invitation was already accepted or withdrawn. */
  readonly withdraw: (queries: Queries, invitationId: string) => Promise<boolean>;
  /** Returns those of the given ids whose invitations are still open. */
  readonly stillOpen: (invitationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Builds the URL that opens a code. */
  readonly formatLink: (domainId: string, code: string) => string;
};

/** Encrypts codes so that only this installation can read them. */
type CodeBox = {
  readonly seal: (plain: Buffer, owner: string) => Buffer;
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

export type CsvImportDeps = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly newId: () => string;
  /** Returns null for a suspended or former member. */
  readonly readActor: (userId: string) => Promise<Actor | null>;
  readonly inviting: Inviting;
  readonly codes: CodeBox;
  readonly limits: CsvImportLimits;
};

export const CSV_IMPORT_JOB = 'csv-import';
