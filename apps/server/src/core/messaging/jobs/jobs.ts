import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import type { Bus } from '../bus.ts';
import { JOB_LIMITS, type JobKind, type JobLimits } from './job-kind.ts';
import { startJobWorker, type JobWorker } from './job-worker.ts';
import { addJob, requestCancel, type JobOrder } from './job-store.ts';

/**
 * Job queue. Jobs are database rows, inserted in the caller's transaction; the Bus only announces
 * them. Any server may claim a job under a lease, so a crash costs one attempt, and no effect is
 * applied twice (decision 022).
 */
export type Jobs = {
  /** Returns false if such a job is active already. Call `wake` after the transaction. */
  readonly add: (queries: Queries, order: JobOrder) => Promise<boolean>;
  readonly wake: (kind: string) => void;
  /**
   * Returns false if no such job is active. Otherwise a server calls the kind's `cancelled`, even
   * if the job has not started.
   */
  readonly cancel: (kind: string, subject: string) => Promise<boolean>;
  /** Starts running jobs of this kind on this server. */
  readonly handle: (kind: JobKind) => void;
  /** Aborts the jobs that run here and returns them to the queue. */
  readonly close: () => Promise<void>;
};

type JobOptions = {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly limits?: Partial<JobLimits>;
};

/** One subject per kind. */
const getSubject = (kind: string): string => `jobs.${kind}`;
const NOTHING = new Uint8Array(0);

export function createJobs(options: JobOptions): Jobs {
  const { database, bus } = options;
  const limits = { ...JOB_LIMITS, ...options.limits };
  const lanes: JobWorker[] = [];
  const wake = (kind: string): void => bus.publish(getSubject(kind), NOTHING);
  return {
    add: addJob,
    wake,
    async cancel(kind, subject) {
      const isLive = await requestCancel(database, kind, subject);
      if (isLive) wake(kind);
      return isLive;
    },
    handle(kind) {
      const lane = startJobWorker({ database, log: options.log, limits, kind });
      const subscription = bus.subscribe(getSubject(kind.name), lane.look);
      lanes.push({
        ...lane,
        close: async () => {
          subscription.close();
          await lane.close();
        },
      });
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
      // Other servers then claim the returned jobs without waiting for their next poll.
      for (const lane of lanes) wake(lane.kind);
    },
  };
}
