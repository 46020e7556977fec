import { refuse } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../../../core/messaging/jobs/guarded-thread.ts';
import type { FromNight, NightStart } from './night-messages.ts';
import type { ReadNight } from './read-night.ts';

const NIGHT_THREAD_LIMITS: ThreadLimits = { silentSeconds: 300, memoryMib: 512 };

/**
 * Reads a night in its own thread. Terminates the thread if it sends no message for too long or
 * uses too much memory.
 */
export const readNightInThread = (
  start: NightStart,
  signal: AbortSignal,
  limits = NIGHT_THREAD_LIMITS,
): Promise<ReadNight> =>
  runInThread<FromNight, ReadNight>({
    script: new URL('./night-worker.ts', import.meta.url),
    start,
    limits,
    signal,
    work: 'night analysis',
    refused: {
      silent: (seconds) => refuse('night-timeout', { details: { seconds } }),
      memory: (limitMib) => refuse('night-memory', { details: { limitMib } }),
    },
    outcomeOf(message) {
      if (message.kind === 'failed') throw new Error(message.reason);
      return message.kind === 'read' ? { value: message.night } : null;
    },
  });
