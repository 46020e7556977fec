import { changedFields, ProblemError, RULES, type CsvCells } from '@yamori/domain';
import { safeParse } from 'zod/v4/core';
import type { ReadDocument } from '../../documents/document-presentation.ts';
import { createRuleGuard } from '../../documents/rule-guard.ts';
import { holdJob } from '../../messaging/jobs/job-store.ts';
import { madeRows, putOutcomes, type MadeRow } from './csv-import-store.ts';
import { planRows } from './plans/plan-rows.ts';
import { readInParts } from './plans/row-plan.ts';
import type { CsvRun } from './run-rows.ts';

const ROWS_AT_ONCE = 250;

/** Takes away what the rows made, but for what somebody has changed or put to use since. What was changed stays changed. */
export async function undoRows(run: CsvRun): Promise<void> {
  for (;;) {
    if (run.job.signal.aborted) return;
    const rows = await madeRows(run.parts.database, run.stored, ROWS_AT_ONCE);
    if (rows.length === 0) return;
    if (run.stored.kind === 'staff') await withdraw(run, rows);
    else await remove(run, rows);
  }
}

async function withdraw({ parts, stored, job }: CsvRun, rows: readonly MadeRow[]): Promise<void> {
  await job.effect(async (queries) => {
    for (const { row, made } of rows) await putOutcomes(queries, stored, [{ row, outcome: await parts.inviting.withdraw(queries, made) ? 'undone' : 'kept' }]);
  });
}

async function remove(run: CsvRun, rows: readonly MadeRow[]): Promise<void> {
  const { parts, stored, job } = run;
  const documents = await readInParts(parts, rows.map(({ made }) => made));
  const [same, used] = await Promise.all([unchangedRows(run, rows), usedPaths(run, [...documents.keys()])]);
  const untouched = rows.filter(({ row, made, cells }) => same.has(row) && !used.has(made) && isAsMade(run, documents.get(made), cells));
  const others = rows.filter((one) => !untouched.includes(one));
  // What is gone already is undone.
  await job.effect((queries) => putOutcomes(queries, stored, others.map(({ row, made }) => ({ row, outcome: documents.has(made) ? 'kept' : 'undone' }))));
  await deleteAll(run, untouched);
}

/** In one transaction; where that is refused, one by one, and what cannot go stays. */
async function deleteAll(run: CsvRun, rows: readonly MadeRow[]): Promise<void> {
  if (rows.length === 0) return;
  if (await deleteSome(run, rows)) return;
  for (const one of rows) {
    if (!await deleteSome(run, [one])) await run.job.effect((queries) => putOutcomes(queries, run.stored, [{ row: one.row, outcome: 'kept' }]));
  }
}

async function deleteSome({ parts, stored, actor, job }: CsvRun, rows: readonly MadeRow[]): Promise<boolean> {
  try {
    await parts.store.commit(rows.map(({ made }) => ({ kind: 'delete', path: made })), {
      userId: actor.userId, ...(stored.kind === 'night' ? {} : { guard: createRuleGuard(RULES, actor, () => true) }),
      alongside: async (queries) => {
        await holdJob(queries, job.lease);
        await putOutcomes(queries, stored, rows.map(({ row }) => ({ row, outcome: 'undone' })));
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code !== 'database-unavailable') return false;
    throw error;
  }
}

/** Rows that would change nothing if they came again: what they made is as they made it. */
async function unchangedRows({ parts, stored, actor, place }: CsvRun, rows: readonly MadeRow[]): Promise<ReadonlySet<number>> {
  const plans = await planRows({ parts, actor, place, language: stored.language }, stored.kind, stored, rows);
  return new Set(rows.flatMap(({ row }) => (plans.get(row)?.kind === 'same' ? [row] : [])));
}

/** Rooms in which a device stands by now. */
async function usedPaths({ parts, stored }: CsvRun, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (stored.kind !== 'room') return new Set();
  const rows = await parts.database.query<{ holder: string }>({
    name: 'csv-used-rooms', text: `select distinct holder_path as holder from documents where collection = 'device' and holder_path = any($1)`, values: [[...paths]],
  });
  return new Set(rows.map(({ holder }) => holder));
}

/** Fields that a new document of each collection has from its table in any case, and what other columns become. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  room: ['domainId', 'rootDomainId', 'name'], device: ['serial', 'domainId', 'rootDomainId', 'typeId', 'connection', 'roomId'], sleep: ['night', 'from', 'to', 'state', 'metrics', 'provenance'],
};
const FIELD_OF_COLUMN: Readonly<Record<string, string>> = { deviceName: 'name', occupantAlias: 'occupant', occupantSex: 'occupant', occupantBirthYear: 'occupant', occupantNote: 'occupant' };

/** Whether what its row did not say is still as new documents have it. */
function isAsMade({ parts }: CsvRun, document: ReadDocument | undefined, cells: CsvCells): boolean {
  if (document === undefined || document.bare) return false;
  const told = new Set([
    ...GIVEN[document.collection] ?? [], ...(isRuled(document.collection) ? RULES[document.collection].serverFields : []),
    ...Object.entries(cells).flatMap(([column, text]) => ((text ?? '').trim() === '' ? [] : [FIELD_OF_COLUMN[column] ?? column])),
  ]);
  const shape = parts.store.collections.get(document.collection)?.schema.shape ?? {};
  return Object.entries(shape).every(([field, schema]) => {
    if (told.has(field)) return true;
    const fresh = safeParse(schema, undefined);
    return changedFields({ field: document.data[field] }, { field: fresh.success ? fresh.data : undefined }).length === 0;
  });
}

const isRuled = (collection: string): collection is keyof typeof RULES => Object.hasOwn(RULES, collection);
