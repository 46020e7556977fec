import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { JobKind, JobLimits, RunningJob } from './job-kind.ts';
import {
  claimJob,
  endJob,
  holdJob,
  JobLost,
  renewLease,
  returnJob,
  type ClaimedJob,
} from './job-store.ts';
import { isTemporary } from '../../database/database-problem.ts';
import { asUrgent } from '../../database/urgent-work.ts';

/** Claims and runs the jobs of one kind on this server. */
export type JobWorker = {
  readonly kind: string;
  /** Checks for jobs to claim, and for running jobs to cancel. */
  readonly look: () => void;
  readonly close: () => Promise<void>;
};

type WorkerOptions = {
  readonly database: Database;
  readonly log: Logger;
  readonly limits: JobLimits;
  readonly kind: JobKind;
};

/** Why a run was stopped from outside. */
type Stop = 'cancelled' | 'lost' | 'closing';
type Run = { readonly job: ClaimedJob; readonly abort: AbortController; stop: Stop | null };

export function startJobWorker({ database, log, limits, kind }: WorkerOptions): JobWorker {
  const runs = new Map<Run, Promise<void>>();
  const state = { closed: false, polled: Promise.resolve(), again: false };
  const inItsContext = <Result>(work: () => Result): Result =>
    kind.isUrgent === true ? asUrgent(work) : work();

  function stop(run: Run, why: Stop): void {
    if (run.stop === null) run.stop = why;
    run.abort.abort();
  }

  /** Renews the leases of all runs, and stops those that are cancelled or lost. */
  async function renew(): Promise<void> {
    await Promise.all(
      [...runs.keys()].map(async (run) => {
        const cancelled = await renewLease(database, run.job, limits.leaseMs);
        if (cancelled === null) stop(run, 'lost');
        else if (cancelled) stop(run, 'cancelled');
      }),
    );
  }

  async function fill(): Promise<void> {
    while (!state.closed && runs.size < kind.concurrency) {
      const job = await claimJob(database, kind.name, limits.leaseMs);
      if (job === null) return;
      const run: Run = { job, abort: new AbortController(), stop: null };
      if (job.cancelRequested) stop(run, 'cancelled');
      runs.set(
        run,
        perform(run)
          .catch((error: unknown) =>
            log.warn(
              { err: error, kind: kind.name, jobId: job.jobId },
              'failed to record the outcome of a job; it will run again',
            ),
          )
          .finally(() => {
            runs.delete(run);
            look();
          }),
      );
    }
  }

  function look(): void {
    state.again = true;
    state.polled = state.polled
      .then(() =>
        inItsContext(async () => {
          if (!state.again || state.closed) return;
          state.again = false;
          await renew();
          await fill();
        }),
      )
      .catch((error: unknown) =>
        log.warn({ err: error, kind: kind.name }, 'failed to claim jobs; will retry'),
      );
  }

  async function perform(run: Run): Promise<void> {
    const { job } = run;
    const running = toRunningJob(database, job, run.abort.signal);
    try {
      if (run.stop === null && job.attempt > kind.attempts) await fail(running, 'job-failed');
      else {
        if (run.stop === null) await kind.run(running);
        await settle(run, running, null);
      }
    } catch (error) {
      await settle(run, running, error);
    }
  }

  /** `error` is null when the run completed. */
  async function settle(run: Run, running: RunningJob, error: unknown): Promise<void> {
    const { job } = run;
    if (run.stop === 'lost' || error instanceof JobLost) return;
    if (run.stop === 'cancelled') {
      await kind.cancelled(running);
      return endJob(database, job, 'cancelled', null);
    }
    if (error === null) return endJob(database, job, 'done', null);
    if (run.stop === 'closing') return returnJob(database, job, 0, null, false);
    const problem = error instanceof ProblemError ? error.problem.code : 'job-failed';
    if (isTemporary(error)) return returnJob(database, job, limits.retryMs, problem, false);
    if (error instanceof ProblemError || job.attempt >= kind.attempts) {
      log.warn({ err: error, kind: kind.name, jobId: job.jobId }, 'job failed');
      return fail(running, problem);
    }
    log.warn(
      { err: error, kind: kind.name, jobId: job.jobId, attempt: job.attempt },
      'job failed; will retry',
    );
    await returnJob(database, job, limits.retryMs * 2 ** (job.attempt - 1), problem, true);
  }

  async function fail(running: RunningJob, problem: string): Promise<void> {
    await kind.failed(running, problem);
    await endJob(database, running.lease, 'failed', problem);
  }

  const polling = setInterval(look, limits.pollMs);
  const renewing = setInterval(() => {
    inItsContext(renew).catch((error: unknown) =>
      log.warn({ err: error, kind: kind.name }, 'failed to renew job leases; will retry'),
    );
  }, limits.leaseMs / 4);
  look();

  return {
    kind: kind.name,
    look,
    async close() {
      state.closed = true;
      clearInterval(polling);
      await state.polled;
      for (const run of runs.keys()) stop(run, 'closing');
      await Promise.all(runs.values());
      clearInterval(renewing);
    },
  };
}

const toRunningJob = (database: Database, job: ClaimedJob, signal: AbortSignal): RunningJob => ({
  lease: job,
  subject: job.subject,
  parameters: job.parameters,
  attempt: job.attempt,
  signal,
  effect: (work) =>
    database.transaction(async (queries) => {
      await holdJob(queries, job);
      return work(queries);
    }),
});
