import { ProblemError, RULES, type Actor, type Problem, type Write } from '@yamori/domain';
import { createRuleGuard } from '../../core/documents/rule-guard.ts';
import type { CommitGuard } from '../../core/documents/writing/commit-guard.ts';
import { holdJob } from '../../core/messaging/jobs/job-store.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { CsvImportDeps, Invited } from './csv-import-deps.ts';
import { requireUnmoved, type FieldChange } from './field-changes.ts';
import { putOutcomes, waitingRows, type Became, type StoredImport } from './csv-import-store.ts';
import { planRows } from './plans/plan-rows.ts';
import { followingLists, withoutLists } from './room-lists.ts';
import type { PlanPlace, RowPlan } from './plans/row-plan.ts';
import { isTemporary } from '../../core/database/database-problem.ts';

export type CsvRun = {
  readonly deps: CsvImportDeps;
  readonly stored: StoredImport;
  readonly actor: Actor;
  readonly place: PlanPlace;
  readonly job: RunningJob;
  /** Number of conflicts of each row with concurrent changes. */
  readonly moved: Map<number, number>;
};

/** Rows of one batch and, unless one of them is rejected, of one transaction. */
const ROW_BATCH_SIZE = 250;
/** The organisation has reached a limit: no later row can create a document. */
const FULL = new Set(['room-limit-reached', 'device-limit-reached']);
/**
 * A document changed between plan and write: the row is planned again.
 */
const MOVED = new Set([
  'document-conflict',
  'document-not-found',
  'document-exists',
  'document-key-taken',
]);
const MAX_ATTEMPTS = 3;

type Writing = {
  readonly row: number;
  readonly write: Write;
  readonly outcome: 'new' | 'changed';
  readonly path: string;
  readonly changes?: readonly FieldChange[];
};

/**
 * Processes rows without an outcome in batches, until none is left or the run stops.
 */
export async function runRows(run: CsvRun): Promise<void> {
  for (;;) {
    if (run.job.signal.aborted) return;
    const rows = await waitingRows(run.deps.database, run.stored, ROW_BATCH_SIZE);
    if (rows.length === 0) return;
    const plans = await planRows(
      { deps: run.deps, actor: run.actor, place: run.place, language: run.stored.language },
      run.stored.kind,
      run.stored,
      rows,
    );
    await settlePlain(run, plans);
    await writeAll(run, writings(plans, run.stored));
    for (const [row, plan] of plans)
      if (plan.kind === 'invite') await invite(run, row, plan.invited);
  }
}

/** Records the outcome of rows that write nothing. */
async function settlePlain(
  { stored, job }: CsvRun,
  plans: ReadonlyMap<number, RowPlan>,
): Promise<void> {
  const outcomes = [...plans].flatMap(([row, plan]): Became[] => {
    if (plan.kind === 'reject') return [{ row, outcome: 'refused', problem: plan.problem }];
    if (plan.kind === 'same') return [{ row, outcome: 'unchanged' }];
    return plan.kind === 'change' && stored.existing === 'skip'
      ? [{ row, outcome: 'skipped' }]
      : [];
  });
  if (outcomes.length > 0) await job.effect((queries) => putOutcomes(queries, stored, outcomes));
}

function writings(plans: ReadonlyMap<number, RowPlan>, { existing }: StoredImport): Writing[] {
  return [...plans].flatMap(([row, plan]): Writing[] => {
    if (plan.kind === 'create')
      return [{ row, write: plan.write, outcome: 'new', path: plan.path }];
    return plan.kind === 'change' && existing === 'update'
      ? [{ row, write: plan.write, outcome: 'changed', path: plan.path, changes: plan.changes }]
      : [];
  });
}

/**
 * Writes rows and their outcomes in one transaction, so that a killed run leaves each row either
 * done or not. A rejected batch is bisected down to the row at fault.
 */
async function writeAll(run: CsvRun, rows: readonly Writing[]): Promise<void> {
  const left: (readonly Writing[])[] = rows.length === 0 ? [] : [[...rows]];
  let full: Problem | null = null;
  for (
    let some = left.shift();
    some !== undefined && !run.job.signal.aborted;
    some = left.shift()
  ) {
    const rest: readonly Writing[] =
      full === null ? some : some.filter(({ outcome }) => outcome !== 'new');
    if (full !== null)
      await rejectRows(
        run,
        some.filter(({ outcome }) => outcome === 'new'),
        full,
      );
    const problem = rest.length === 0 ? null : await writeSome(run, rest);
    if (problem === null) continue;
    if (rest.length > 1)
      left.unshift(rest.slice(0, rest.length >> 1), rest.slice(rest.length >> 1));
    else if (!looksAgain(run, rest[0]?.row ?? 0, problem)) {
      await rejectRows(run, rest, problem);
      if (FULL.has(problem.code)) full = problem;
    }
  }
}

/** Whether to plan a row again; the number of attempts is limited. */
export function looksAgain({ moved }: CsvRun, row: number, problem: Problem): boolean {
  const attempts = (moved.get(row) ?? 0) + 1;
  moved.set(row, attempts);
  return MOVED.has(problem.code) && attempts < MAX_ATTEMPTS;
}

async function writeSome(
  { deps, stored, actor, job }: CsvRun,
  rows: readonly Writing[],
): Promise<Problem | null> {
  const guarded = stored.kind !== 'night';
  try {
    const writes = rows.map(({ write }) => write);
    await deps.store.commit([...writes, ...(await followingLists(deps, writes))], {
      actor,
      // The server writes nights itself; the plan has checked that the member may import them.
      ...(guarded ? { guard: guardFor(stored.kind, actor) } : {}),
      alongside: async (queries) => {
        await holdJob(queries, job.lease);
        await requireUnmoved(
          deps,
          queries,
          rows.flatMap(({ path, changes }) => (changes === undefined ? [] : [{ path, changes }])),
        );
        await putOutcomes(
          queries,
          stored,
          rows.map(({ row, outcome, path, changes }) => ({
            row,
            outcome,
            made: path,
            ...(changes === undefined ? {} : { changes }),
          })),
        );
      },
    });
    return null;
  } catch (error) {
    if (error instanceof ProblemError && !isTemporary(error)) return error.problem;
    throw error;
  }
}

/** Of rooms written together with devices only the device lists change, so no rule applies. */
export function guardFor(kind: StoredImport['kind'], actor: Actor): CommitGuard {
  const guard = createRuleGuard(RULES, actor, () => true);
  return kind === 'device' ? withoutLists(guard) : guard;
}

const rejectRows = (
  { stored, job }: CsvRun,
  rows: readonly Writing[],
  problem: Problem,
): Promise<void> =>
  job.effect((queries) =>
    putOutcomes(
      queries,
      stored,
      rows.map(({ row }) => ({ row, outcome: 'refused', problem })),
    ),
  );

/** Creates an invitation, its mail and the row's outcome in one transaction. */
async function invite(
  { deps, stored, actor, job }: CsvRun,
  row: number,
  invited: Invited,
): Promise<void> {
  if (job.signal.aborted) return;
  try {
    await deps.inviting.invite(actor, invited, (work) =>
      job.effect(async (queries) => {
        const { invitationId, code } = await work(queries);
        await putOutcomes(queries, stored, [
          {
            row,
            outcome: 'new',
            made: invitationId,
            ...(code === null
              ? {}
              : { secret: deps.codes.seal(Buffer.from(code), stored.importId) }),
          },
        ]);
      }),
    );
  } catch (error) {
    if (!(error instanceof ProblemError) || isTemporary(error)) throw error;
    const { problem } = error;
    await job.effect((queries) =>
      putOutcomes(queries, stored, [{ row, outcome: 'refused', problem }]),
    );
  }
}
