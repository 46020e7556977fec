import {
  MAX_CSV_ROWS,
  MAX_CSV_STAFF,
  ProblemError,
  type Actor,
  type BeginCsvImportCall,
  type CsvImport,
  type CsvRowsCall,
  type CsvRowsReply,
  type StartCsvImportCall,
} from '@yamori/domain';
import { requireOwnImport, requirePlace } from './csv-import-access.ts';
import { enforceSizeLimits, enforceDraftLimit } from './csv-import-limits.ts';
import { CSV_IMPORT_JOB, type CsvImportDeps } from './csv-import-deps.ts';
import {
  countRows,
  findImport,
  insertImport,
  insertRows,
  leaveOut,
  lockImport,
  moveState,
  presentImport,
  setExisting,
  type StoredImport,
} from './csv-import-store.ts';
import { keyedRows, planRows } from './plans/plan-rows.ts';
import type { RowPlan } from './plans/row-plan.ts';

export type CsvImportCommands = ReturnType<typeof createCsvImportCommands>;

/** Commands of the import of a table. Each command checks the actor's rights again. */
export function createCsvImportCommands(deps: CsvImportDeps) {
  const { database, jobs } = deps;
  const present = async (importId: string): Promise<CsvImport> =>
    presentImport(database, (await findImport(database, importId)) ?? missing());
  /** Finds an import if the actor still has the right that its start required. */
  const find = async (actor: Actor, importId: string) => {
    const stored = await requireOwnImport(database, actor, importId);
    return { stored, place: await requirePlace(deps, actor, stored.kind, stored.domainId) };
  };

  async function begin(
    actor: Actor,
    { importId, kind, domainId, fileName, language }: BeginCsvImportCall,
  ): Promise<CsvImport> {
    const { rootDomainId } = await requirePlace(deps, actor, kind, domainId);
    await database.transaction(async (queries) => {
      // A repeated request finds the import and does not count towards the limit.
      if ((await findImport(queries, importId)) !== null) return;
      const createdAt = deps.now();
      await enforceDraftLimit(queries, { ownerId: actor.userId, createdAt }, deps.limits);
      await insertImport(queries, {
        rootDomainId,
        importId,
        ownerId: actor.userId,
        domainId,
        kind,
        fileName,
        language,
        createdAt,
      });
    });
    const stored = await requireOwnImport(database, actor, importId);
    if (stored.kind !== kind || stored.domainId !== domainId)
      throw new ProblemError('csv-import-changed');
    return presentImport(database, stored);
  }

  /** Stores rows and predicts the outcome of each. Repeated rows are stored once. */
  async function addRows(
    actor: Actor,
    importId: string,
    { rows }: CsvRowsCall,
  ): Promise<CsvRowsReply> {
    const { stored, place } = await find(actor, importId);
    const maxRows = stored.kind === 'staff' ? MAX_CSV_STAFF : MAX_CSV_ROWS;
    await database.transaction(async (queries) => {
      const [locked] = await lockImport(queries, stored);
      if (locked?.state !== 'draft')
        throw new ProblemError('csv-import-state-conflict', {
          details: { state: locked?.state ?? 'undone' },
        });
      await insertRows(queries, stored, keyedRows(stored.kind, rows));
      if ((await countRows(queries, stored)) > maxRows)
        throw new ProblemError('limit-length', { details: { limit: maxRows } });
      await enforceSizeLimits(queries, stored, deps.limits);
    });
    const plans = await planRows(
      { deps, actor, place, language: stored.language },
      stored.kind,
      stored,
      rows,
    );
    return { rows: rows.map(({ row }) => ({ row, ...toPrediction(plans.get(row)) })) };
  }

  async function start(
    actor: Actor,
    importId: string,
    { existing, leftOut }: StartCsvImportCall,
  ): Promise<CsvImport> {
    const { stored } = await find(actor, importId);
    if (stored.kind === 'staff' && stored.state === 'draft') await deps.inviting.takeTable(actor);
    await database.transaction(async (queries) => {
      if ((await countRows(queries, stored)) === 0) throw new ProblemError('csv-import-empty');
      // A repeated request finds the import running and succeeds.
      if (!(await moveState(queries, stored, ['draft'], 'running'))) return;
      await setExisting(queries, stored, existing);
      await leaveOut(queries, stored, leftOut);
      await jobs.add(queries, {
        rootDomainId: stored.rootDomainId,
        kind: CSV_IMPORT_JOB,
        subject: stored.importId,
        parameters: { action: 'run' },
      });
    });
    jobs.wake(CSV_IMPORT_JOB);
    return present(importId);
  }

  /** Cancels a running import; rows already written remain. */
  async function cancel(actor: Actor, importId: string): Promise<CsvImport> {
    const { stored } = await find(actor, importId);
    if (stored.state === 'running') await jobs.cancel(CSV_IMPORT_JOB, importId);
    else if (stored.state !== 'cancelled') throw conflict(stored);
    return present(importId);
  }

  async function undo(actor: Actor, importId: string): Promise<CsvImport> {
    const { stored } = await find(actor, importId);
    await database.transaction(async (queries) => {
      if (!(await moveState(queries, stored, ['done', 'cancelled', 'failed'], 'undoing'))) {
        // A repeated request finds the undo running and succeeds.
        const now = (await findImport(queries, importId)) ?? stored;
        if (now.state === 'undoing' || now.state === 'undone') return;
        throw conflict(now);
      }
      const ordered = await jobs.add(queries, {
        rootDomainId: stored.rootDomainId,
        kind: CSV_IMPORT_JOB,
        subject: stored.importId,
        parameters: { action: 'undo' },
      });
      // A finished run may still be recorded as running for a moment.
      if (!ordered) throw new ProblemError('import-in-use');
    });
    jobs.wake(CSV_IMPORT_JOB);
    return present(importId);
  }

  return { begin, addRows, start, cancel, undo, find };
}

const conflict = ({ state }: StoredImport) =>
  new ProblemError('csv-import-state-conflict', { details: { state } });
const missing = (): never => {
  throw new ProblemError('csv-import-not-found');
};

function toPrediction(
  plan: RowPlan | undefined,
): Pick<CsvRowsReply['rows'][number], 'outcome' | 'problem'> {
  switch (plan?.kind) {
    case 'create':
    case 'invite':
      return { outcome: 'new', problem: null };
    case 'change':
      return { outcome: 'changed', problem: null };
    case 'same':
      return { outcome: 'unchanged', problem: null };
    case 'reject':
      return { outcome: 'refused', problem: plan.problem };
    case undefined:
      return { outcome: 'refused', problem: { code: 'csv-row-invalid' } };
  }
}
