import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import type { Bus } from '../bus.ts';
import { addJob, requestCancel, type JobLease, type JobOrder } from './job-store.ts';
import { startJobLane, type JobLane } from './job-lane.ts';

/** What a kind of job does. Every method may run again after a crash: what it does has to bear that. */
export type JobKind = {
  readonly name: string;
  /** Runs of this kind on this server at one time. */
  readonly atOnce: number;
  /** Tries, crashes of a server among them, before it is given up. */
  readonly attempts: number;
  /** A `ProblemError` ends the job as failed (but `database-unavailable`); any other error is tried again. */
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

export const JOB_LIMITS: JobLimits = { leaseMs: 12_000, pollMs: 4_000, retryMs: 2_000 };

/**
 * The jobs part of the Bus: orders are rows of the database, written in the transaction that they belong to; the Bus
 * carries only the word that there is one. Any server takes them, each under a lease, so that a crash costs a try and
 * nothing is done twice to effect (decision 022).
 */
export type Jobs = {
  /** @returns false when such a job lives already. Call `wake` after the transaction. */
  readonly add: (queries: Queries, order: JobOrder) => Promise<boolean>;
  readonly wake: (kind: string) => void;
  /** @returns false when no such job lives. Its `cancelled` is run in any case, here or on another server. */
  readonly cancel: (kind: string, subject: string) => Promise<boolean>;
  /** From now on jobs of this kind are run here. */
  readonly handle: (kind: JobKind) => void;
  /** What runs here is aborted and given back. */
  readonly close: () => Promise<void>;
};

export type JobParts = { readonly database: Database; readonly bus: Bus; readonly log: Logger; readonly limits?: Partial<JobLimits> };

/** One token a kind: `jobs.{kind}`. */
const subjectOf = (kind: string): string => `jobs.${kind}`;
const NOTHING = new Uint8Array(0);

export function createJobs(parts: JobParts): Jobs {
  const { database, bus } = parts;
  const limits = { ...JOB_LIMITS, ...parts.limits };
  const lanes: JobLane[] = [];
  const wake = (kind: string): void => bus.publish(subjectOf(kind), NOTHING);
  return {
    add: addJob,
    wake,
    async cancel(kind, subject) {
      const isLive = await requestCancel(database, kind, subject);
      if (isLive) wake(kind);
      return isLive;
    },
    handle(kind) {
      const lane = startJobLane({ database, log: parts.log, limits, kind });
      const subscription = bus.subscribe(subjectOf(kind.name), lane.look);
      lanes.push({ ...lane, close: async () => { subscription.close(); await lane.close(); } });
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
      // Others need not wait for their next look.
      for (const lane of lanes) wake(lane.kind);
    },
  };
}
