import type { OneTimeSubject } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Identity } from '../identity.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { AccountEmails } from './account-emails.ts';
import type { RequestLimits } from './request-limits.ts';

/**
 * Who may register an organisation without an invitation: the holder of the link that an empty
 * server prints, everyone or no one.
 */
export const REGISTER_DOMAIN_MODES = ['first', 'open', 'invitation'] as const;
type RegisterDomainMode = (typeof REGISTER_DOMAIN_MODES)[number];

export type RegistrationOptions = {
  /** Whether users may create an account without an invitation. */
  readonly signUp: boolean;
  readonly anonymous: boolean;
  readonly registerDomain: RegisterDomainMode;
  /** Mails that one client may cause in fifteen minutes, and that one address may receive. */
  readonly mailsPerVisitor: number;
  readonly mailsPerRecipient: number;
  /** Wrong codes and links that one client may try in fifteen minutes. */
  readonly guessesPerVisitor: number;
  /** Guest accounts that one client may create in fifteen minutes. */
  readonly guestsPerVisitor: number;
};

/**
 * Provided by the module of the subject. Throws if the maker may not lend it, when a one-time link
 * is created and before it is used. Locks the subject until the transaction ends, so that it is not
 * deleted or restricted in between.
 */
export type RequireLendable = (
  queries: Queries,
  subject: OneTimeSubject,
  makerId: string,
) => Promise<void>;

/**
 * Provided by modules that store personal data. Deletes it in the transaction that deletes the
 * account. Call the returned function after the commit.
 */
export type DeleteSavedData = (queries: Queries, userId: string) => Promise<() => void>;

/** Dependencies of registration. */
export type RegistrationContext = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly identity: Identity;
  readonly emails: AccountEmails;
  readonly limits: RequestLimits;
  readonly backgroundTasks: BackgroundTasks;
  readonly now: () => Date;
  readonly options: RegistrationOptions;
  readonly requireLendable: RequireLendable;
  readonly deleteSavedData: DeleteSavedData;
};
