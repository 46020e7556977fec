import { refuse } from '@yamori/domain';
import { createTurns, type Turns } from '../../../core/messaging/jobs/turns.ts';

/**
 * Each holds a connection for seconds where devices are many: of those that serve alarms the others
 * stay.
 */
const BOUNDS = { atOnce: 2, waiting: 24, waitingOfOne: 6 };

/** Whose device-days are counted next, by their agency. @throws ProblemError `limit-device-days` */
export const createDeviceDayTurns = (): Turns =>
  createTurns(BOUNDS, (limit) =>
    refuse('limit-device-days', { retryAfterSeconds: 5, details: { limit } }),
  );
