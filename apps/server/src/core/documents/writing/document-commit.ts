import {
  parseDocumentPath,
  placingFields,
  ProblemError,
  type Collection,
  type Write,
} from '@yamori/domain';
import { z } from 'zod';
import { findResponse, saveResponse } from '../../database/idempotency-store.ts';
import type { Database, Queries } from '../../database/database.ts';
import { isContention } from '../../database/database-problem.ts';
import { lockDocuments } from './document-locks.ts';
import { type PlacedRow, readRows } from '../document-row.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { cascadePlacement, placeDocuments } from './document-placement.ts';
import { storeChanges, type CommitNumbers } from './change-outbox.ts';
import {
  isTriggered,
  signedBy,
  type Author,
  type Invariant,
  type PermissionCheck,
} from './commit-guard.ts';
import { moveKeys, type RowChange } from './unique-keys.ts';
import { createHistory, type Act } from './update-history.ts';
import { applyBatch } from './write-batch.ts';

type CommitContext = {
  readonly database: Database;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly clock: () => Date;
  readonly limits: DocumentLimits;
  readonly invariants: readonly Invariant[];
  readonly recheckPermissions: PermissionCheck;
  /** Whether changes by members are recorded in the update history. */
  readonly records: boolean;
};

const MAX_ATTEMPTS = 4;

/** One row per write; null for deletions and verifications. */
type Committed = {
  readonly rows: readonly (PlacedRow | null)[];
  readonly numbers: CommitNumbers;
};

/** Commits a batch atomically, with retries. */
export async function commitWrites(
  context: CommitContext,
  writes: readonly Write[],
  author: Author,
): Promise<Committed> {
  if (writes.length > context.limits.writesPerBatch)
    throw new ProblemError('limit-batch', { details: { limit: context.limits.writesPerBatch } });
  writes.forEach((write) => rejectUnknown(write.path, context.collections));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.database.transaction((queries) =>
        commitOnce(context, queries, writes, author),
      );
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isContention(error)) throw error;
    }
  }
}

async function commitOnce(
  context: CommitContext,
  queries: Queries,
  writes: readonly Write[],
  author: Author,
): Promise<Committed> {
  const { collections, clock, limits, invariants } = context;
  const paths = [...new Set(writes.map((write) => write.path))];
  await lockDocuments(
    queries,
    paths,
    writes.some((write) => mayMove(write, collections)),
  );
  const earlier = author.command ? await findResponse(queries, author.command) : null;
  if (earlier) return { rows: await readAgain(queries, earlier.answer), numbers: new Map() };
  if (author.actor) await context.recheckPermissions(queries, author.actor);
  await author.alongside?.(queries);
  const current = await readRows(queries, paths);
  const written = applyBatch({
    writes,
    current,
    now: clock(),
    collections,
    limits,
    guard: author.guard,
  });
  const placed = await placeDocuments(queries, written.changes);
  if (author.guard) for (const change of placed) await author.guard.decide(change, queries, placed);
  for (const invariant of invariants)
    if (isTriggered(invariant, placed)) await invariant.check(placed, queries);
  await rejectOrphans(queries, placed);
  await moveKeys(queries, placed, collections);
  const followers = await cascadePlacement(queries, placed, new Set(paths));
  const history = context.records
    ? await recordHistory(queries, placed, current, author, clock())
    : [];
  const { rows: stored, numbers } = await storeChanges(
    queries,
    [...placed, ...followers, ...history],
    clock(),
    signedBy(author),
  );
  const answer = writes.map((write) =>
    write.kind === 'delete' || write.kind === 'verify' ? null : (stored.get(write.path) ?? null),
  );
  if (author.command)
    await saveResponse(
      queries,
      author.command,
      answer.map((row) => row?.path ?? null),
      clock(),
    );
  return { rows: answer, numbers };
}

/** The server's own writes are not recorded; members' requests that cause them are. */
const recordHistory = async (
  queries: Queries,
  placed: readonly RowChange[],
  current: ReadonlyMap<string, PlacedRow>,
  author: Author,
  at: Date,
): Promise<RowChange[]> => {
  const userId = signedBy(author);
  const { address = '', acts = [] } = author;
  return userId === null
    ? []
    : createHistory(queries, placed, current, { userId, address, acts, at });
};

/**
 * Records acts on data outside the documents, within the caller's transaction. Call it last,
 * because the chains are locked after everything else.
 */
export async function recordActs(
  { records, clock }: Pick<CommitContext, 'records' | 'clock'>,
  queries: Queries,
  { userId, address, acts }: Recorded,
): Promise<void> {
  if (!records || acts.length === 0) return;
  const at = clock();
  const current = await readRows(queries, [...new Set(acts.map(({ path }) => path))]);
  await storeChanges(
    queries,
    await createHistory(queries, [], current, { userId, address, acts, at }),
    at,
    userId,
  );
}

export type Recorded = {
  readonly userId: string;
  readonly address: string;
  readonly acts: readonly Act[];
};

const answeredPaths = z.array(z.string().nullable());

/** Only paths are stored as the response, so a repeat returns the current documents. */
async function readAgain(queries: Queries, answer: unknown): Promise<(PlacedRow | null)[]> {
  const paths = answeredPaths.parse(answer);
  const rows = await readRows(
    queries,
    paths.flatMap((path) => path ?? []),
  );
  return paths.map((path) => (path === null ? null : (rows.get(path) ?? null)));
}

/** Whether documents below this one may have to follow it, or block its deletion. */
function mayMove(write: Write, collections: ReadonlyMap<string, Collection>): boolean {
  const { name } = parseDocumentPath(write.path).collection;
  if (write.kind === 'verify') return false;
  const placing = placingFields(name);
  if (write.kind === 'update')
    return write.fields.some(({ field }) => placing.includes(field[0] ?? ''));
  return (
    placing.length > 0 ||
    (write.kind === 'delete' &&
      [...collections.values()].some((collection) => collection.parent === name))
  );
}

function rejectUnknown(path: string, collections: ReadonlyMap<string, Collection>): void {
  const { collection } = parseDocumentPath(path);
  const segments = path.split('/');
  const known = collections.get(collection.name);
  if (!known || known.parent !== (segments.at(-4) ?? null))
    throw new ProblemError('collection-unknown', { place: collection.path });
}

/**
 * A document cannot be deleted while others are below it, so that no night or alarm loses its room.
 */
async function rejectOrphans(queries: Queries, changes: readonly RowChange[]): Promise<void> {
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before.path] : []));
  if (deleted.length === 0) return;
  const [child] = await queries.query<{ parent_path: string }>({
    name: 'list_document_children',
    text: 'select parent_path from documents where parent_path = any($1) and path <> all($1) limit 1',
    values: [deleted],
  });
  if (child) throw new ProblemError('document-in-use', { place: child.parent_path });
}
