import type { JobKindName } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { JobLease } from './job-store.ts';

/**
 * What a kind of job does. Every method may run again after a crash: what it does has to bear that.
 */
export type JobKind = {
  readonly name: JobKindName;
  /** Runs of this kind on this server at one time. */
  readonly atOnce: number;
  /** Tries, crashes of a server among them, before it is given up. */
  readonly attempts: number;
  /**
   * A `ProblemError` ends the job as failed (but one that passes: `isPassing`); any other error is
   * tried again.
   */
  readonly run: (job: RunningJob) => Promise<void>;
  /** The job is over without having been done. */
  readonly failed: (job: RunningJob, problem: string) => Promise<void>;
  readonly cancelled: (job: RunningJob) => Promise<void>;
};

export type RunningJob = {
  readonly lease: JobLease;
  readonly subject: string;
  readonly parameters: unknown;
  readonly attempt: number;
  /** Aborted when somebody cancels, when another run has taken over, and when the server stops. */
  readonly signal: AbortSignal;
  /** A transaction that commits only while this run holds the job. @throws JobLost */
  readonly effect: <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;
};

export type JobLimits = {
  /** A run that is not heard of for so long is taken over. */
  readonly leaseMs: number;
  /** Jobs are looked for so often even when nobody says that there is one. */
  readonly pollMs: number;
  /** After the first failed try; doubled with each further one. */
  readonly retryMs: number;
};

export const JOB_LIMITS: JobLimits = { leaseMs: 8_000, pollMs: 2_000, retryMs: 2_000 };
