import type { OneTimeSubject } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Identity } from '../identity.ts';
import type { Background } from './background.ts';
import type { Letters } from './letters.ts';
import type { RequestLimits } from './request-limits.ts';

/**
 * Who may register an organisation without an invitation: the holder of the link that an empty
 * server prints, everybody, or nobody.
 */
export const REGISTER_DOMAIN_MODES = ['first', 'open', 'invitation'] as const;
export type RegisterDomainMode = (typeof REGISTER_DOMAIN_MODES)[number];

export type RegistrationOptions = {
  /** An account without an invitation. */
  readonly signUp: boolean;
  readonly anonymous: boolean;
  readonly registerDomain: RegisterDomainMode;
  /** Mails that one visitor may cause in fifteen minutes, and that one address may get. */
  readonly mailsPerVisitor: number;
  readonly mailsPerRecipient: number;
  /** Wrong codes and links that one visitor may try in fifteen minutes. */
  readonly guessesPerVisitor: number;
  /** Accounts without a way in that one visitor may make in fifteen minutes. */
  readonly guestsPerVisitor: number;
};

/**
 * Asked of whoever keeps the thing, when somebody makes a one-time link to it and before one is
 * used up: throws why that person shows this to no guest. Until the transaction ends the thing is
 * neither taken away nor back.
 */
export type RequireLendable = (
  queries: Queries,
  subject: OneTimeSubject,
  makerId: string,
) => Promise<void>;

/**
 * Asked of whoever keeps things of somebody's own: ends them in the transaction in which the
 * account ends. @returns what to call once that is committed
 */
export type EndKeptOf = (queries: Queries, userId: string) => Promise<() => void>;

/** What everything about coming to have an account is made of. */
export type RegistrationParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly identity: Identity;
  readonly letters: Letters;
  readonly limits: RequestLimits;
  readonly background: Background;
  readonly now: () => Date;
  readonly options: RegistrationOptions;
  readonly requireLendable: RequireLendable;
  readonly endKeptOf: EndKeptOf;
};
