import {
  changedFields,
  ProblemError,
  RULES,
  type CsvCells,
  type Problem,
  type Write,
} from '@yamori/domain';
import { safeParse } from 'zod/v4/core';
import type { Queries } from '../../core/database/database.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import { holdJob } from '../../core/messaging/jobs/job-store.ts';
import { madeRows, putOutcomes, type Became, type MadeRow } from './csv-import-store.ts';
import { requireUnmoved, restoring, stillAsPut, type DocumentChanges } from './field-changes.ts';
import { planRows } from './plans/plan-rows.ts';
import { readInBatches } from './plans/row-plan.ts';
import { followingLists } from './room-lists.ts';
import { guardFor, looksAgain, type CsvRun } from './run-rows.ts';
import { isTemporary } from '../../core/database/database-problem.ts';

const ROW_BATCH_SIZE = 250;

/**
 * Deletes the documents that rows created, unless they have changed or are in use, and restores the
 * fields that rows changed, unless they have changed again. Other rows get the outcome `kept` with
 * the reason.
 */
export async function undoRows(run: CsvRun): Promise<void> {
  for (;;) {
    if (run.job.signal.aborted) return;
    const rows = await madeRows(run.deps.database, run.stored, ROW_BATCH_SIZE);
    if (rows.length === 0) return;
    const made = rows.filter(({ changes }) => changes === null);
    await (run.stored.kind === 'staff' ? withdraw(run, made) : remove(run, made));
    await restore(
      run,
      rows.flatMap(({ row, made: path, changes }) =>
        changes === null ? [] : [{ row, path, changes }],
      ),
    );
  }
}

async function withdraw({ deps, stored, job }: CsvRun, rows: readonly MadeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await job.effect(async (queries) => {
    for (const { row, made } of rows)
      await putOutcomes(queries, stored, [
        (await deps.inviting.withdraw(queries, made))
          ? { row, outcome: 'undone' }
          : kept(row, 'csv-kept-accepted'),
      ]);
  });
}

async function remove(run: CsvRun, rows: readonly MadeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { deps, stored, job } = run;
  const documents = await readInBatches(
    deps,
    rows.map(({ made }) => made),
  );
  const same = await unchangedRows(run, rows);
  const isUntouched = ({ row, made, cells }: MadeRow): boolean =>
    same.has(row) && isAsMade(run, documents.get(made), cells);
  const others = rows.filter((one) => !isUntouched(one));
  // A row whose document is already deleted counts as undone.
  await job.effect((queries) =>
    putOutcomes(
      queries,
      stored,
      others.map(({ row, made }) =>
        documents.has(made) ? kept(row, 'csv-kept-changed') : { row, outcome: 'undone' },
      ),
    ),
  );
  await retryOneByOne(
    run,
    rows.filter(isUntouched).map(({ row, made }) => ({
      row,
      path: made,
      write: createDeletion(made, documents.get(made)?.version ?? ''),
      changes: [],
    })),
  );
}

/** The precondition keeps a document that changes concurrently. */
const createDeletion = (path: string, version: string): Write => ({
  kind: 'delete',
  path,
  precondition: { version },
});

type Changed = DocumentChanges & { readonly row: number };

async function restore(run: CsvRun, rows: readonly Changed[]): Promise<void> {
  if (rows.length === 0) return;
  const documents = await readInBatches(
    run.deps,
    rows.map(({ path }) => path),
  );
  const candidates = rows.map((row) => ({
    ...row,
    unchanged: stillAsPut(documents.get(row.path)?.data ?? {}, row.changes),
  }));
  const none = candidates.filter(({ unchanged }) => unchanged.length === 0);
  await run.job.effect((queries) =>
    putOutcomes(
      queries,
      run.stored,
      none.map(({ row, path }) =>
        documents.has(path) ? kept(row, 'csv-kept-changed') : { row, outcome: 'undone' },
      ),
    ),
  );
  await retryOneByOne(
    run,
    candidates
      .filter(({ unchanged }) => unchanged.length > 0)
      .map(({ row, path, changes, unchanged }) => ({
        row,
        path,
        write: restoring({ path, changes: unchanged }),
        changes: unchanged.map(({ field, after }) => ({ field, before: after, after })),
        isPart: unchanged.length < changes.length,
      })),
  );
}

type Undoing = Changed & {
  readonly write: Write;
  /** Whether some of the row's fields have changed again and are not restored. */
  readonly isPart?: boolean;
};

/** Undoes rows in one transaction; if it is rejected, one by one. */
async function retryOneByOne(run: CsvRun, rows: readonly Undoing[]): Promise<void> {
  if (rows.length === 0 || (await undoSome(run, rows)) === null) return;
  for (const one of rows) {
    const problem = await undoSome(run, [one]);
    if (problem !== null && !looksAgain(run, one.row, problem))
      await run.job.effect((queries) =>
        putOutcomes(queries, run.stored, [{ row: one.row, outcome: 'kept', problem }]),
      );
  }
}

/** Undoes rows in one transaction. Returns the problem if it is rejected. */
async function undoSome(run: CsvRun, rows: readonly Undoing[]): Promise<Problem | null> {
  const { deps, stored, actor, job } = run;
  try {
    const writes = rows.map(({ write }) => write);
    await deps.store.commit([...writes, ...(await followingLists(deps, writes))], {
      actor,
      ...(stored.kind === 'night' ? {} : { guard: guardFor(stored.kind, actor) }),
      alongside: async (queries) => {
        await holdJob(queries, job.lease);
        await requireUnused(
          run,
          queries,
          rows.flatMap(({ write }) => (write.kind === 'delete' ? [write.path] : [])),
        );
        await requireUnmoved(
          deps,
          queries,
          rows.filter(({ write }) => write.kind === 'update'),
        );
        await putOutcomes(
          queries,
          stored,
          rows.map(({ row, isPart }) =>
            isPart === true ? kept(row, 'csv-kept-part') : { row, outcome: 'undone' },
          ),
        );
      },
    });
    return null;
  } catch (error) {
    if (error instanceof ProblemError && !isTemporary(error)) return error.problem;
    throw error;
  }
}

const kept = (
  row: number,
  code: 'csv-kept-accepted' | 'csv-kept-changed' | 'csv-kept-part',
): Became => ({ row, outcome: 'kept', problem: new ProblemError(code).problem });

/** Returns the rows that would change nothing if imported again. */
async function unchangedRows(
  { deps, stored, actor, place }: CsvRun,
  rows: readonly MadeRow[],
): Promise<ReadonlySet<number>> {
  const plans = await planRows(
    { deps, actor, place, language: stored.language },
    stored.kind,
    stored,
    rows,
  );
  return new Set(rows.flatMap(({ row }) => (plans.get(row)?.kind === 'same' ? [row] : [])));
}

/** Rejects the deletion of rooms that contain devices. */
async function requireUnused(
  { stored }: CsvRun,
  queries: Queries,
  paths: readonly string[],
): Promise<void> {
  if (stored.kind !== 'room' || paths.length === 0) return;
  const rows = await queries.query({
    name: 'check_rooms_used',
    text: `select 1 from documents where collection = 'device' and holder_path = any($1) limit 1`,
    values: [[...paths]],
  });
  if (rows.length > 0) throw new ProblemError('csv-kept-used');
}

/**
 * Fields that every new document of a collection gets from its table.
 */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  room: ['domainId', 'rootDomainId', 'name'],
  device: ['serial', 'domainId', 'rootDomainId', 'typeId', 'connection', 'roomId'],
  sleep: ['night', 'from', 'to', 'state', 'metrics', 'provenance'],
};
const FIELD_OF_COLUMN: Readonly<Record<string, string>> = {
  deviceName: 'name',
  occupantAlias: 'occupant',
  occupantSex: 'occupant',
  occupantBirthYear: 'occupant',
  occupantNote: 'occupant',
};

/** Whether the fields that the row did not set still have their defaults. */
function isAsMade({ deps }: CsvRun, document: ReadDocument | undefined, cells: CsvCells): boolean {
  if (document === undefined || document.bare) return false;
  const setFields = new Set([
    ...(GIVEN[document.collection] ?? []),
    ...(hasRule(document.collection) ? RULES[document.collection].serverFields : []),
    ...Object.entries(cells).flatMap(([column, text]) =>
      (text ?? '').trim() === '' ? [] : [FIELD_OF_COLUMN[column] ?? column],
    ),
  ]);
  const shape = deps.store.collections.get(document.collection)?.schema.shape ?? {};
  return Object.entries(shape).every(([field, schema]) => {
    if (setFields.has(field)) return true;
    const fresh = safeParse(schema, undefined);
    return (
      changedFields(
        { field: document.data[field] },
        { field: fresh.success ? fresh.data : undefined },
      ).length === 0
    );
  });
}

const hasRule = (collection: string): collection is keyof typeof RULES =>
  Object.hasOwn(RULES, collection);
