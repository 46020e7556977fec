import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { GuardedProcess } from './guarded-process.ts';

const STOP_PATIENCE_MS = 8_000;
const RESTART_DELAYS_MS = [100, 500, 1_000, 2_000, 5_000];

/** Resolves after the first start; the function it gives stops PostgreSQL for good. */
export async function keepRunning(
  launch: () => Promise<GuardedProcess>,
  log: Logger,
): Promise<() => Promise<void>> {
  const state: { running: GuardedProcess | null; stopping: boolean } = {
    running: await firstStart(launch),
    stopping: false,
  };
  const supervise = async () => {
    for (let failures = 0; ;) {
      if (state.running !== null) await state.running.exited;
      if (state.stopping) return;
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 5_000;
      log.error({ delayMs: delay }, 'PostgreSQL has ended by itself and is started again');
      await wait(delay);
      if (state.stopping) return;
      state.running = await launch().catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL did not start');
        return null;
      });
      failures = state.running === null ? failures + 1 : 0;
      // Asked to stop while it was starting.
      if (state.stopping) state.running?.interrupt();
    }
  };
  const ended = supervise();
  return async () => {
    state.stopping = true;
    const { running } = state;
    running?.interrupt();
    const late = setTimeout(() => abort(running), STOP_PATIENCE_MS);
    await (running === null ? Promise.resolve() : running.exited);
    clearTimeout(late);
    await Promise.race([ended, wait(STOP_PATIENCE_MS, undefined, { ref: false })]);
  };
}

/**
 * Immediate stop of PostgreSQL and its guard, which are one process group: the log is replayed at
 * the next start.
 */
function abort(running: GuardedProcess | null): void {
  if (running?.child.pid !== undefined) process.kill(-running.child.pid, 'SIGQUIT');
}

/**
 * A killed process may own its number for a second or two more: PostgreSQL then takes its old lock
 * for alive.
 */
async function firstStart(launch: () => Promise<GuardedProcess>): Promise<GuardedProcess> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(250);
    }
  }
}
