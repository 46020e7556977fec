import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createPoolDatabase } from '../../../core/database/pool-database.ts';
import { lowerPriority } from '../../../core/lower-priority.ts';
import { createTimeline } from '../../../core/timeline/timeline.ts';
import type { FromNight, NightStart } from './night-thread.ts';
import { readNight } from './read-night.ts';

/**
 * This thread reads and analyses one night. Off the main thread because that takes seconds of CPU
 * time.
 */
const CONNECTIONS = 2;
/** Lower priority than imports and compaction, where the system has thread priorities. */
const PRIORITY = 10;

async function run(
  { databaseUrl, plan }: NightStart,
  port: NonNullable<typeof parentPort>,
): Promise<void> {
  const post = (message: FromNight): void => port.postMessage(message);
  const log = pino({ level: 'silent' });
  const database = createPoolDatabase({ url: databaseUrl, connections: CONNECTIONS }, log);
  try {
    const timeline = createTimeline({ database, clock: { nowMs: Date.now }, log });
    post({
      kind: 'read',
      night: await readNight(timeline, plan, (fraction) => post({ kind: 'progress', fraction })),
    });
  } catch (error) {
    post({
      kind: 'failed',
      reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  } finally {
    await database.close();
    port.close();
  }
}

lowerPriority(PRIORITY);
if (parentPort !== null) void run(workerData, parentPort);
