import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '@yamori/domain';
import { spawnSupervised } from './supervised-process.ts';
import type { ServiceAccount } from './service-account.ts';
import { isAlive } from './stale-postmaster.ts';

const END_TIMEOUT_MS = 10_000;
const STEP_MS = 50;

type ClusterFiles = {
  readonly cluster: string;
  /** Exists while initdb runs, and after that only if it was interrupted. */
  readonly marker: string;
  readonly initdb: string;
  readonly account: ServiceAccount | null;
  readonly fast: boolean;
};

/**
 * Runs initdb in an empty folder; leaves an existing cluster unchanged. First removes the remains
 * of an interrupted initdb, which may have a control file and still lack databases.
 */
export async function initialiseCluster(files: ClusterFiles): Promise<void> {
  await removeInterrupted(files);
  if (await exists(join(files.cluster, 'global', 'pg_control'))) return;
  await emptyIncomplete(files.cluster);
  await writeFile(files.marker, '');
  const output = `${files.marker}.log`;
  const { code, reason } = await runInitdb(files, output);
  if (code !== 0)
    throw new ProblemError('postgres-not-initialised', {
      place: files.cluster,
      details: {
        reason,
        advice: /no space left|quota/i.test(reason)
          ? 'the disk is full: make room there, or set YAMORI_DATA to another disk'
          : 'the reason is the output of initdb: fix the cause and start again',
      },
    });
  await rm(output, { force: true });
  await rm(files.marker);
}

async function runInitdb(
  files: ClusterFiles,
  outputPath: string,
): Promise<{ readonly code: number | null; readonly reason: string }> {
  const output = await open(outputPath, 'w', 0o600);
  try {
    const { child, exited } = spawnSupervised(
      [
        files.initdb,
        '-D',
        files.cluster,
        '-U',
        'yamori',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        // Only this account and root can enter the socket's folder, and PostgreSQL listens nowhere
        // else.
        '--auth=trust',
        // A quarter of the default, so that a small log takes little space.
        '--wal-segsize=4',
        '--no-instructions',
        ...(files.fast ? ['--no-sync'] : []),
      ],
      files.account,
      output.fd,
    );
    await writeFile(files.marker, String(child.pid ?? ''));
    await exited;
    return {
      code: child.exitCode,
      reason:
        (await readFile(outputPath, 'utf8')).trim().split('\n').slice(-6).join('\n') ||
        `initdb ended with exit code ${child.exitCode} and wrote nothing`,
    };
  } finally {
    await output.close();
  }
}

async function removeInterrupted({ cluster, marker }: ClusterFiles): Promise<void> {
  const pid = await readFile(marker, 'utf8').catch(() => null);
  if (pid === null) return;
  await endInterrupted(Number(pid), cluster);
  await empty(cluster);
  await rm(marker);
}

/**
 * After a kill of the server, initdb may run on briefly until its guard interrupts it; it leads a
 * process group. Kills the group if /proc identifies the command; elsewhere waits for its end.
 */
async function endInterrupted(pid: number, cluster: string): Promise<void> {
  if (!(pid > 1)) return;
  for (let waitedMs = 0; waitedMs < END_TIMEOUT_MS && isAlive(-pid); waitedMs += STEP_MS) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    if (command !== null) {
      // Another program has the pid now.
      if (!command.split('\0').includes(cluster)) return;
      kill(-pid);
    }
    await wait(STEP_MS);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

const empty = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Empties a folder without a control file, as an interrupted initdb leaves it. Throws if it holds
 * data.
 */
async function emptyIncomplete(cluster: string): Promise<void> {
  const names = await readdir(cluster);
  if (
    names.includes('PG_VERSION') &&
    names.includes('pg_wal') &&
    (await readdir(join(cluster, 'base')).catch(() => [])).length > 3
  ) {
    throw new ProblemError('data-folder-incomplete', {
      place: cluster,
      details: { advice: 'the control file of the database is missing: restore a backup' },
    });
  }
  await empty(cluster);
}
