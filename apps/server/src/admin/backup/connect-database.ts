import { chmod, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import { makeDataFolder } from '../../core/database/embedded/data-folder.ts';
import {
  socketUrl,
  startEmbeddedPostgres,
} from '../../core/database/embedded/embedded-postgres.ts';
import { claimFolder } from '../../core/database/embedded/folder-owner.ts';
import {
  endStalePostmaster,
  runningPostmaster,
} from '../../core/database/embedded/stale-postmaster.ts';

/** Where an installation stores its data, as in the server's options. */
export type DataPlace = { readonly databaseUrl: string | undefined; readonly dataFolder: string };

type ConnectedDatabase = { readonly url: string; readonly leave: () => Promise<void> };

const CLUSTER = 'postgres';
const RESTORING = 'restoring-';

/**
 * Connects to the database of an installation. Uses the socket of the built-in PostgreSQL if its
 * server is running; otherwise starts it for the duration.
 */
export async function connectDatabase(
  { databaseUrl, dataFolder }: DataPlace,
  log: Logger,
): Promise<ConnectedDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, leave: async () => undefined };
  const cluster = join(dataFolder, CLUSTER);
  await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new ProblemError('data-folder-empty', {
        place: 'YAMORI_DATA',
        details: {
          folder: dataFolder,
          advice:
            'no server has run with this folder: set YAMORI_DATA (or DATABASE_URL) as for the server',
        },
      });
    throw new ProblemError('data-folder-not-readable', {
      place: 'YAMORI_DATA',
      details: {
        folder: dataFolder,
        reason: error.code ?? error.message,
        advice: 'run this as the user that the server runs as',
      },
    });
  });
  const running = await runningPostmaster(cluster);
  if (running !== null)
    return { url: socketUrl(running.socketFolder), leave: async () => undefined };
  const started = await startEmbeddedPostgres({ dataFolder, purpose: 'keep' }, log);
  return { url: started.url, leave: started.stop };
}

/**
 * Creates the built-in database of an empty data folder with `fill`, in a temporary folder that is
 * moved into place when complete. Removes what a killed restore left.
 */
export async function makeDatabase(
  dataFolder: string,
  log: Logger,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  await makeDataFolder(dataFolder);
  if ((await readdir(dataFolder)).includes(CLUSTER))
    throw new ProblemError('restore-not-empty', {
      place: 'YAMORI_DATA',
      details: {
        folder: dataFolder,
        advice:
          'move the folder away first, or set YAMORI_DATA to a new one: nothing is overwritten',
      },
    });
  const releaseFolder = await claimFolder(dataFolder);
  try {
    await makeOwnedDatabase(dataFolder, log, fill);
  } finally {
    await releaseFolder();
  }
}

async function makeOwnedDatabase(
  dataFolder: string,
  log: Logger,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const names = await readdir(dataFolder);
  for (const name of names.filter((one) => one.startsWith(RESTORING))) {
    const left = join(dataFolder, name);
    // A link to the cluster is resolved, as PostgreSQL does.
    const cluster = await realpath(join(left, CLUSTER)).catch(() => null);
    if (cluster !== null) await endStalePostmaster(cluster, log);
    await rm(left, { recursive: true, force: true });
  }
  const side = await mkdtemp(join(dataFolder, RESTORING));
  // PostgreSQL's own account must be able to traverse the folder.
  await chmod(side, 0o711);
  try {
    const started = await startEmbeddedPostgres({ dataFolder: side, purpose: 'keep' }, log);
    try {
      await fill(started.url);
    } finally {
      await started.stop();
    }
    await rename(join(side, CLUSTER), join(dataFolder, CLUSTER));
  } finally {
    await rm(side, { recursive: true, force: true });
  }
}
