import type { Core } from '../../core/context.ts';
import {
  type QueueStats,
  createFairQueue,
  type FairQueue,
} from '../../core/messaging/jobs/fair-queue.ts';
import type { Module } from '../../core/module.ts';
import { agencyRoutes } from './agencies/agency-routes.ts';
import { createBillTurns } from './bill-drawing.ts';
import { billRoutes } from './bill-routes.ts';
import { ProblemError } from '@yamori/domain';

type BillingModule = Module & {
  readonly turns: {
    readonly billPapers: () => QueueStats;
    readonly deviceDays: () => QueueStats;
  };
};

/** Opens the routes for resellers: statistics of their customers, and bills. */
export function openBilling(core: Core): BillingModule {
  const turns = createBillTurns();
  const dayTurns = createDeviceDayTurns();
  return {
    routes: [...agencyRoutes({ ...core, dayTurns }), ...billRoutes({ ...core, turns, dayTurns })],
    turns: { billPapers: turns.stats, deviceDays: dayTurns.stats },
  };
}

/**
 * Each query may hold a database connection for seconds. Two at a time leave the other connections
 * to alarms.
 */
const BOUNDS = { concurrency: 2, waiting: 24, maxWaitingPerOwner: 6 };

/** Creates the fair queue, by agency, for queries that count device-days. */
const createDeviceDayTurns = (): FairQueue =>
  createFairQueue(
    BOUNDS,
    (limit) => new ProblemError('limit-device-days', { retryAfterSeconds: 5, details: { limit } }),
  );
