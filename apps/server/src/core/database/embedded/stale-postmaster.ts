import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { refuse } from '@yamori/domain';

const STOP_TIMEOUT_MS = 10_000;
const STEP_MS = 50;

/**
 * After a crash of the server its PostgreSQL may still be shutting down or, if its guard was killed
 * too, running. Interrupts it and waits until its files are free.
 */
export async function endStalePostmaster(clusterFolder: string, log: Logger): Promise<void> {
  const pid = await postmasterPid(clusterFolder);
  if (pid === null) return;
  log.warn({ pid }, 'stopping PostgreSQL of an earlier run');
  signal(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_TIMEOUT_MS; waited += STEP_MS) {
    if (!isAlive(pid) || !isPostgres(await commandLine(pid))) return;
    await wait(STEP_MS);
  }
  throw refuse('postgres-still-running', {
    details: {
      pid,
      advice: `PostgreSQL of an earlier run does not stop: end process ${pid} and start again`,
    },
  });
}

/** Socket folder (postmaster.pid, line 5) of the PostgreSQL that runs on these files, or null. */
export async function runningPostmaster(
  clusterFolder: string,
): Promise<{ readonly socketFolder: string } | null> {
  if ((await postmasterPid(clusterFolder)) === null) return null;
  const [, , , , socketFolder = ''] = (
    await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  return socketFolder === '' ? null : { socketFolder };
}

async function postmasterPid(clusterFolder: string): Promise<number | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text.split('\n')[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) && isPostgres(await commandLine(pid))
    ? pid
    : null;
}

/** Exposes a pid that was reused. Null where the system does not report it; empty for a zombie. */
const commandLine = (pid: number): Promise<string | null> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);

const isPostgres = (command: string | null): boolean =>
  command === null ? process.platform !== 'linux' : command.includes('postgres');

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}
