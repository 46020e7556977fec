import { ProblemError } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../../../core/messaging/jobs/managed-thread.ts';
import type { ReadNight } from './read-night.ts';
import type { NightPlan } from './night-plan.ts';

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
      silent: (seconds) => new ProblemError('night-timeout', { details: { seconds } }),
      memory: (limitMib) => new ProblemError('night-memory', { details: { limitMib } }),
    },
    toOutcome(message) {
      if (message.kind === 'failed') throw new Error(message.reason);
      return message.kind === 'read' ? { value: message.night } : null;
    },
  });

/** Start data of the night-analysis thread. */
export type NightStart = { readonly databaseUrl: string; readonly plan: NightPlan };

export type FromNight =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'read'; readonly night: ReadNight }
  | { readonly kind: 'failed'; readonly reason: string };
