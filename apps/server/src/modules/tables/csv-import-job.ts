import { ProblemError } from '@yamori/domain';
import { z } from 'zod';
import type { JobKind, RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import { requirePlace } from './csv-import-access.ts';
import { CSV_IMPORT_JOB, type CsvImportDeps } from './csv-import-deps.ts';
import { findImport, moveState, type StoredImport } from './csv-import-store.ts';
import { runRows, type CsvRun } from './run-rows.ts';
import { undoRows } from './undo-rows.ts';

const jobParameters = z.strictObject({ action: z.enum(['run', 'undo']) });
const ATTEMPTS = 5;

/**
 * Runs or undoes an import. Another server continues a killed run at the row where it stopped.
 */
export function csvImportJobKind(deps: CsvImportDeps): JobKind {
  const settle = async (
    job: RunningJob,
    from: readonly StoredImport['state'][],
    to: StoredImport['state'],
    error: string | null = null,
  ): Promise<void> => {
    await job.effect(async (queries) => {
      const stored = await findImport(queries, job.subject);
      if (stored !== null) await moveState(queries, stored, from, to, error);
    });
  };
  return {
    name: CSV_IMPORT_JOB,
    concurrency: 1,
    attempts: ATTEMPTS,
    run: async (job) => {
      const stored = await findImport(deps.database, job.subject);
      if (stored === null) return;
      const { action } = jobParameters.parse(job.parameters);
      const run = await openRun(deps, stored, job);
      await (action === 'run' ? runRows(run) : undoRows(run));
      if (job.signal.aborted) return;
      await (action === 'run'
        ? settle(job, ['running'], 'done')
        : settle(job, ['undoing'], 'undone'));
    },
    failed: (job, problem) => settle(job, ['running', 'undoing'], 'failed', problem),
    cancelled: (job) => settle(job, ['running'], 'cancelled'),
  };
}

/**
 * Opens a run with the current rights of the member who started the import.
 */
async function openRun(
  deps: CsvImportDeps,
  stored: StoredImport,
  job: RunningJob,
): Promise<CsvRun> {
  const actor = await deps.readActor(stored.ownerId);
  if (actor === null) throw new ProblemError('csv-import-forbidden');
  return {
    deps,
    stored,
    actor,
    job,
    place: await requirePlace(deps, actor, stored.kind, stored.domainId),
    moved: new Map(),
  };
}
