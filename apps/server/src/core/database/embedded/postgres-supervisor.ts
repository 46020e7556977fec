import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SupervisedProcess } from './supervised-process.ts';

const STOP_TIMEOUT_MS = 8_000;
const RESTART_DELAYS_MS = [100, 500, 1_000, 2_000, 5_000];

/**
 * Restarts PostgreSQL whenever it exits. Resolves after the first start, with a function to stop
 * it.
 */
export async function superviseProcess(
  launch: () => Promise<SupervisedProcess>,
  log: Logger,
): Promise<() => Promise<void>> {
  const state: { running: SupervisedProcess | null; stopping: boolean } = {
    running: await firstStart(launch),
    stopping: false,
  };
  const supervise = async () => {
    for (let failures = 0; ;) {
      if (state.running !== null) await state.running.exited;
      if (state.stopping) return;
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 5_000;
      log.error({ delayMs: delay }, 'PostgreSQL exited unexpectedly; restarting');
      await wait(delay);
      if (state.stopping) return;
      state.running = await launch().catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL failed to start');
        return null;
      });
      failures = state.running === null ? failures + 1 : 0;
      // The stop may come during the start.
      if (state.stopping) state.running?.interrupt();
    }
  };
  const ended = supervise();
  return async () => {
    state.stopping = true;
    const { running } = state;
    running?.interrupt();
    const late = setTimeout(() => abort(running), STOP_TIMEOUT_MS);
    await (running === null ? Promise.resolve() : running.exited);
    clearTimeout(late);
    await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

/**
 * Immediate shutdown of PostgreSQL and its guard, which are one process group. The next start
 * replays the log.
 */
function abort(running: SupervisedProcess | null): void {
  if (running?.child.pid !== undefined) process.kill(-running.child.pid, 'SIGQUIT');
}

/**
 * Retries for 5 s, because a killed PostgreSQL may keep its pid for a second or two, and its lock
 * file then still counts as live.
 */
async function firstStart(launch: () => Promise<SupervisedProcess>): Promise<SupervisedProcess> {
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
