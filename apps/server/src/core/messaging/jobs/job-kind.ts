import type { JobKindName } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { JobLease } from './job-store.ts';

/** A kind of job. Each method may run again after a crash, so it must be idempotent. */
export type JobKind = {
  readonly name: JobKindName;
  /**
   * Claims and runs on the connections that are reserved for alarms, so that members who use all
   * others do not delay it. Only for kinds with few and short statements.
   */
  readonly isUrgent?: boolean;
  /** Maximum concurrent runs on this server. */
  readonly concurrency: number;
  /** Maximum attempts, including those that ended with a crash of the server. */
  readonly attempts: number;
  /**
   * A `ProblemError` fails the job, unless the problem is temporary (`isTemporary`); any other
   * error is retried.
   */
  readonly run: (job: RunningJob) => Promise<void>;
  /** Called when the job has failed for good. */
  readonly failed: (job: RunningJob, problem: string) => Promise<void>;
  readonly cancelled: (job: RunningJob) => Promise<void>;
};

/** How to retry failed jobs of one kind. */
export type RetryJob = {
  /** Returns false for jobs that must not run again, by their parameters. */
  readonly may: (parameters: unknown) => boolean;
  /**
   * Adds the job again, in the transaction that deletes the failed one. Returns false if it is
   * active already.
   */
  readonly order: (queries: Queries, job: FailedJob) => Promise<boolean>;
};

export type FailedJob = {
  readonly jobId: string;
  readonly kind: string;
  readonly subject: string;
  readonly rootDomainId: string;
  readonly parameters: unknown;
};

export type RunningJob = {
  readonly lease: JobLease;
  readonly subject: string;
  readonly parameters: unknown;
  readonly attempt: number;
  /** Aborts when the job is cancelled, another run has taken it over, or the server stops. */
  readonly signal: AbortSignal;
  /**
   * Transaction that commits only while this run holds the job; otherwise rejects with `JobLost`.
   */
  readonly effect: <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;
};

export type JobLimits = {
  /** Without renewal, another run takes the job over after this time. */
  readonly leaseMs: number;
  /** Polling interval, for jobs that no message announced. */
  readonly pollMs: number;
  /** Delay after the first failed attempt; doubles with each further one. */
  readonly retryMs: number;
};

export const JOB_LIMITS: JobLimits = { leaseMs: 8_000, pollMs: 2_000, retryMs: 2_000 };
