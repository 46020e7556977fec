import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';

const STOP_TIMEOUT_MS = 10_000;
const STEP_MS = 50;

type Postmaster = { readonly pid: number; readonly socketFolder: string };

/**
 * After a crash of the server its PostgreSQL may still be shutting down or, if its guard was killed
 * too, running. Interrupts it and waits until its files are free. Throws if it runs in another
 * container. @returns the pid in postmaster.pid if it is not PostgreSQL's, or null
 */
export async function endStalePostmaster(
  clusterFolder: string,
  log: Logger,
): Promise<number | null> {
  const postmaster = await readPostmaster(clusterFolder);
  if (postmaster === null) return null;
  const { pid } = postmaster;
  if (!(await runsOn(clusterFolder, postmaster))) {
    if (!(await isListening(postmaster))) return pid;
    throw new ProblemError('data-folder-in-use', {
      place: 'YAMORI_DATA',
      details: {
        folder: clusterFolder,
        advice:
          'a PostgreSQL that is invisible here, as in another container, uses this folder: stop it',
      },
    });
  }
  log.warn({ pid }, 'stopping PostgreSQL of an earlier run');
  signal(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_TIMEOUT_MS; waited += STEP_MS) {
    if (!(await runsOn(clusterFolder, postmaster))) return null;
    await wait(STEP_MS);
  }
  throw new ProblemError('postgres-still-running', {
    details: {
      pid,
      advice: `PostgreSQL of an earlier run does not stop: end process ${pid} and start again`,
    },
  });
}

/** The PostgreSQL that runs on these files, even in another container, or null. */
export async function runningPostmaster(
  clusterFolder: string,
): Promise<{ readonly socketFolder: string } | null> {
  const postmaster = await readPostmaster(clusterFolder);
  return postmaster !== null && (await isListening(postmaster)) ? postmaster : null;
}

/** Lines 1 and 5 of postmaster.pid; line 5 is empty at the very start. */
async function readPostmaster(clusterFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [firstLine = '', , , , socketFolder = ''] = text.split('\n');
  const pid = Number.parseInt(firstLine, 10);
  return pid > 1 ? { pid, socketFolder } : null;
}

/**
 * Whether the pid is the PostgreSQL of these files. A pid may be reused, and each container has its
 * own, so the command line and the user decide.
 */
async function runsOn(clusterFolder: string, postmaster: Postmaster): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(postmaster.pid) && isListening(postmaster);
  const place = `/proc/${postmaster.pid}`;
  try {
    // Empty for a zombie.
    const words = (await readFile(`${place}/cmdline`, 'utf8')).split('\0');
    if (words[words.indexOf('-D') + 1] !== clusterFolder) return false;
    return (await stat(place)).uid === (await stat(clusterFolder)).uid;
  } catch {
    // It has exited.
    return false;
  }
}

/** A listening socket works across containers, and ends with its process. */
const isListening = ({ socketFolder }: Postmaster): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(join(socketFolder, '.s.PGSQL.5432'));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Any other error, such as a full backlog or missing rights, comes from a live socket.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });

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
