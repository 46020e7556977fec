import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import type { Bus } from '../bus.ts';
import { JOB_LIMITS, type JobKind, type JobLimits } from './job-kind.ts';
import { startJobLane, type JobLane } from './job-lane.ts';
import { addJob, requestCancel, type JobOrder } from './job-store.ts';

/**
 * The jobs part of the Bus: orders are rows of the database, written in the transaction that they
 * belong to; the Bus carries only the word that there is one. Any server takes them, each under a
 * lease, so that a crash costs a try and nothing is done twice to effect (decision 022).
 */
export type Jobs = {
  /** @returns false when such a job lives already. Call `wake` after the transaction. */
  readonly add: (queries: Queries, order: JobOrder) => Promise<boolean>;
  readonly wake: (kind: string) => void;
  /**
   * @returns false when no such job lives. Its `cancelled` is run in any case, here or on another
   * server.
   */
  readonly cancel: (kind: string, subject: string) => Promise<boolean>;
  /** From now on jobs of this kind are run here. */
  readonly handle: (kind: JobKind) => void;
  /** What runs here is aborted and given back. */
  readonly close: () => Promise<void>;
};

export type JobParts = {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly limits?: Partial<JobLimits>;
};

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
      // Others need not wait for their next look.
      for (const lane of lanes) wake(lane.kind);
    },
  };
}
