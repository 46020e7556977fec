import { isDeepStrictEqual } from 'node:util';
import type { Actor, DocumentMap, Write } from '@yamori/domain';
import type { Command } from '../../database/idempotency-store.ts';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';
import type { Act } from './update-history.ts';

/** Access rules of a commit, applied inside its transaction. */
export type CommitGuard = {
  /** Whether the author may see the document. */
  readonly sees: (row: PlacedRow) => boolean;
  /** Returns the data to store, given the row before and the data that the write would store. */
  readonly shape: (write: Write, before: PlacedRow | null, after: DocumentMap) => DocumentMap;
  /** Rejects a change that the author may not make. `batch` has all changes, none stored yet. */
  readonly decide: (
    change: RowChange,
    queries: Queries,
    batch: readonly RowChange[],
  ) => Promise<void>;
};

/**
 * Condition on stored documents, for every writer including the server. Checked inside the
 * transaction, after the access rules and before anything is stored.
 */
export type Invariant = {
  /** Changes that trigger the check. */
  readonly on: Triggers;
  /**
   * Rejects the batch, or writes data that belongs to it. `batch` has all changes, none stored yet.
   */
  readonly check: (batch: readonly RowChange[], queries: Queries) => Promise<void>;
};

/**
 * Fields by collection. Creating or deleting a document always triggers the check, so `[]` means
 * only that.
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
 * Rejects if the actor's rights have changed since the request: a write may have waited for a lock
 * while the member was suspended, demoted or moved. Called inside the transaction, once its locks
 * are held.
 */
export type PermissionCheck = (queries: Queries, actor: Actor) => Promise<void>;

/**
 * Author of a write. Either an actor, whose rights must still hold at the commit; or a user id
 * without that check: null for the server's own writes, or a member's for writes that do not depend
 * on their rights (their own name, their first membership).
 */
export type Signature =
  | { readonly actor: Actor; readonly userId?: never }
  | { readonly userId: string | null; readonly actor?: never };

export const signedBy = (author: Signature): string | null =>
  author.actor?.userId ?? author.userId ?? null;

/** Author of a batch. A batch with a command is applied once, however often it is requested. */
export type Author = Signature & {
  readonly guard?: CommitGuard;
  readonly command?: Command | null;
  /** Client address, for the update history. */
  readonly address?: string;
  /** Acts that the update history records in addition to the changed fields. */
  readonly acts?: readonly Act[];
  /**
   * Runs inside the transaction, while the documents' locks are held, so that data outside the
   * documents is written atomically with them. May reject. The transaction may be retried, so it
   * must change only the database.
   */
  readonly alongside?: (queries: Queries) => Promise<void>;
};
