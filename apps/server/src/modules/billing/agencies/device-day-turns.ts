import { refuse } from '@yamori/domain';
import { createTurns, type Turns } from '../../../core/messaging/jobs/turns.ts';

/**
 * Each query may hold a database connection for seconds. Two at a time leave the other connections
 * to alarms.
 */
const BOUNDS = { concurrency: 2, waiting: 24, waitingOfOne: 6 };

/** Creates the fair queue, by agency, for queries that count device-days. */
export const createDeviceDayTurns = (): Turns =>
  createTurns(BOUNDS, (limit) =>
    refuse('limit-device-days', { retryAfterSeconds: 5, details: { limit } }),
  );
