import { isDeepStrictEqual } from 'node:util';
import type { Actor, DocumentMap, Write } from '@yamori/domain';
import type { Command } from '../../database/command-answers.ts';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';
import type { Act } from './update-history.ts';

/**
 * Stands between a write and the store; the rules of access are applied here, inside the
 * transaction.
 */
export type CommitGuard = {
  /** Whether the author may know that a document is there. */
  readonly sees: (row: PlacedRow) => boolean;
  /** What a write stores, given what was there and what it would store. */
  readonly shape: (write: Write, before: PlacedRow | null, after: DocumentMap) => DocumentMap;
  /**
   * Refuses what the batch as a whole does to a document; `batch` holds all that it does, not
   * stored yet.
   */
  readonly decide: (
    change: RowChange,
    queries: Queries,
    batch: readonly RowChange[],
  ) => Promise<void>;
};

/**
 * Holds for stored documents whoever writes them, the server included. Checked inside the
 * transaction, after the rules of access and before anything is stored.
 */
export type Invariant = {
  /** Changes that it is checked for. */
  readonly on: Triggers;
  /**
   * Rejects a batch, or writes what belongs to it. `batch` holds everything that is written, not
   * stored yet.
   */
  readonly check: (batch: readonly RowChange[], queries: Queries) => Promise<void>;
};

/**
 * Fields by collection. A document that is created or deleted triggers in any case, so `[]` stands
 * for that alone.
 */
type Triggers = Readonly<Record<string, readonly string[] | 'any'>>;

export const isTriggered = ({ on }: Invariant, batch: readonly RowChange[]): boolean =>
  batch.some(({ before, after }) => {
    const collection = (after ?? before)?.collection ?? '';
    const fields = Object.hasOwn(on, collection) ? on[collection] : undefined;
    if (fields === undefined) return false;
    if (fields === 'any' || before === null || after === null) return true;
    return fields.some((field) => !isDeepStrictEqual(before.data[field], after.data[field]));
  });

/**
 * Whether somebody stands as they did when they asked: a write may have waited at a lock while they
 * were suspended, lowered or moved. Looked at inside the transaction, once its locks are held.
 * @throws ProblemError `session-required`, `access-refused`
 */
export type StandingCheck = (queries: Queries, actor: Actor) => Promise<void>;

/**
 * An actor, as the rules saw them when they asked: unless they still stand so, nothing is done. Or
 * a name alone, which is asked for nothing: null for the server's own writes, somebody's where what
 * they do does not rest on their standing (their own name, their first membership).
 */
export type Signature =
  | { readonly actor: Actor; readonly userId?: never }
  | { readonly userId: string | null; readonly actor?: never };

export const signedBy = (author: Signature): string | null =>
  author.actor?.userId ?? author.userId ?? null;

/** Whose writes they are. With a command they are done once however often they are asked for. */
export type Author = Signature & {
  readonly guard?: CommitGuard;
  readonly command?: Command | null;
  /** Where they asked from, for the update history. */
  readonly address?: string;
  /** What they did beside the fields of documents that the batch names; for the update history. */
  readonly acts?: readonly Act[];
  /**
   * Done in the same transaction, so that what lies beside the documents is written with them or
   * not at all. It runs while the documents' locks are held and may refuse; as the whole
   * transaction may be tried again, it must change nothing but the database.
   */
  readonly alongside?: (queries: Queries) => Promise<void>;
};
