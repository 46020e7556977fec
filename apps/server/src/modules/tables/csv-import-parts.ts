import type { Actor, Language } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { CsvImportLimits } from './csv-import-limits.ts';

/** Somebody to be invited as a member of an organisation. */
export type Invited = {
  readonly domainId: string;
  readonly accessLevel: number;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
};

/** What an invitation led to. `code` null: it was mailed, and nobody here needs it. */
export type MadeInvitation = { readonly invitationId: string; readonly code: string | null };

export type InvitingTransaction = (
  work: (queries: Queries) => Promise<MadeInvitation>,
) => Promise<unknown>;

/** How people come in; the app hands it over from the feature that knows them. */
export type Inviting = {
  /** Counts one more table of staff. @throws ProblemError `limit-registration` */
  readonly takeTable: (actor: Actor) => Promise<void>;
  /**
   * Makes the invitation, and its mail, within the transaction that it is given. @throws
   * ProblemError those of inviting
   */
  readonly invite: (
    actor: Actor,
    invited: Invited,
    transaction: InvitingTransaction,
  ) => Promise<void>;
  /** False where it was accepted or withdrawn already. */
  readonly withdraw: (queries: Queries, invitationId: string) => Promise<boolean>;
  /** Ids of those that are still open, of these. */
  readonly stillOpen: (invitationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Address at which the code opens. */
  readonly linkOf: (domainId: string, code: string) => string;
};

/** Keeps codes so that only this installation reads them. */
export type CodeBox = {
  readonly seal: (plain: Buffer, owner: string) => Buffer;
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

export type CsvImportParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly newId: () => string;
  /** Who somebody is today; null for who is suspended or gone. */
  readonly actorOf: (userId: string) => Promise<Actor | null>;
  readonly inviting: Inviting;
  readonly codes: CodeBox;
  readonly limits: CsvImportLimits;
};

export const CSV_IMPORT_JOB = 'csv-import';
