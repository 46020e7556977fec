import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '@yamori/domain';
import { errorCode } from '../database-problem.ts';
import { dataFolderProblem, ourselves } from './data-folder.ts';

const EXIT_TIMEOUT_MS = 2_000;
const STEP_MS = 50;
const SQLITE_BUSY = 5;

/** Garbage collection of a connection would release its lock. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Claims a data folder for this process; throws while another process owns it. The claim is a file
 * lock: the kernel grants it to one process, even across containers, and releases it when that
 * process ends. `server.pid` only names the owner. The returned function releases the folder.
 */
export async function claimFolder(dataFolder: string): Promise<() => Promise<void>> {
  try {
    const lock = await takeLock(dataFolder);
    try {
      await rejectOtherHost(dataFolder);
      await recordOwner(dataFolder);
    } catch (error) {
      release(lock);
      throw error;
    }
    return async () => {
      if (!heldLocks.has(lock)) return;
      await rm(getClaimFile(dataFolder), { force: true });
      release(lock);
    };
  } catch (error) {
    const code = errorCode(error);
    throw code === null ? error : dataFolderProblem(dataFolder, ourselves(), code);
  }
}

function release(lock: DatabaseSync): void {
  heldLocks.delete(lock);
  lock.close();
}

/**
 * Names this process in `server.pid`: pid, start time, address once it listens, host and boot. A
 * second start reports them.
 */
export async function recordOwner(dataFolder: string, address = '-'): Promise<void> {
  const owner = [process.pid, await startTime(process.pid), address, ownHost(), await bootId()];
  await writeFile(getClaimFile(dataFolder), `${owner.join(' ')}\n`);
}

const getClaimFile = (dataFolder: string): string => join(dataFolder, 'server.pid');

/**
 * The lock is SQLite's, because Node provides none: fcntl on Unix, without a native addon.
 * The file stays empty, without a journal. It is never removed, because a lock on a removed file
 * excludes no other process.
 */
async function takeLock(dataFolder: string): Promise<DatabaseSync> {
  const path = join(dataFolder, 'server.lock');
  // Other users must not open the file, because they could lock it. Only a missing file is opened
  // here: closing it would release the lock of this process.
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  // Loaded late, so that an older Node can still report that it is too old.
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(path);
  heldLocks.add(lock);
  // A server that was just killed may still be exiting.
  for (let waitedMs = 0; ; waitedMs += STEP_MS) {
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive');
      return lock;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
      if (isBusy && waitedMs < EXIT_TIMEOUT_MS) {
        await wait(STEP_MS);
        continue;
      }
      release(lock);
      throw isBusy
        ? await folderInUse(dataFolder)
        : dataFolderProblem(dataFolder, ourselves(), `cannot lock ${path}: ${String(error)}`);
    }
  }
}

async function folderInUse(dataFolder: string): Promise<Error> {
  const owner = await readOwner(dataFolder);
  return new ProblemError('data-folder-in-use', {
    place: 'YAMORI_DATA',
    details: {
      folder: dataFolder,
      ...(owner.pid > 0 ? { pid: owner.pid } : {}),
      ...(owner.host === null ? {} : { host: owner.host }),
      advice:
        'another server or command uses this folder: stop it, or set YAMORI_DATA to another folder',
    },
  });
}

/**
 * Two hosts that share a folder may each get the lock. A claim of this host or of this boot has
 * ended, because the lock was free; one of another host may be alive.
 */
async function rejectOtherHost(dataFolder: string): Promise<void> {
  const { host, boot } = await readOwner(dataFolder);
  if (host === null || host === ownHost() || boot === (await bootId())) return;
  throw new ProblemError('data-folder-in-use', {
    place: 'YAMORI_DATA',
    details: {
      folder: dataFolder,
      host,
      advice: `a server on ${host} has not released this folder: stop it there. If none runs there, remove ${getClaimFile(dataFolder)} and start again`,
    },
  });
}

/** Earlier versions recorded no host. */
async function readOwner(dataFolder: string) {
  const text = await readFile(getClaimFile(dataFolder), 'utf8').catch(() => '');
  const [pid, , , host = null, boot = null] = text.trim().split(' ');
  return { pid: Number(pid), host, boot };
}

const ownHost = (): string => encodeURIComponent(hostname());

/** Changes with each start of the machine, and is the same in all its containers. */
const bootId = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '-')).trim();

/** Clock ticks from boot to the start of the process; `-` if the system does not report it. */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in parentheses and may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}
