import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '@yamori/domain';
import type { Logger } from 'pino';
import { makeDataFolder } from '../../core/database/embedded/data-folder.ts';
import {
  socketUrl,
  startEmbeddedPostgres,
} from '../../core/database/embedded/embedded-postgres.ts';
import { runningPostmaster } from '../../core/database/embedded/stale-postmaster.ts';

/** Where an installation keeps its data, as the server's own options say. */
export type DataPlace = { readonly databaseUrl: string | undefined; readonly dataFolder: string };

type ReachedDatabase = { readonly url: string; readonly leave: () => Promise<void> };

const CLUSTER = 'postgres';
const RESTORING = 'restoring-';

/**
 * The database of an installation, whether its server runs or not: the built-in PostgreSQL of a
 * running server is spoken to through its socket, one that stands still is started for as long as
 * it is needed.
 * @throws ProblemError `data-folder-empty`, `data-folder-not-readable`
 */
export async function reachDatabase(
  { databaseUrl, dataFolder }: DataPlace,
  log: Logger,
): Promise<ReachedDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, leave: async () => undefined };
  const cluster = join(dataFolder, CLUSTER);
  await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw refuse('data-folder-empty', {
        place: 'YAMORI_DATA',
        details: {
          folder: dataFolder,
          advice:
            'no server has run on this folder: set YAMORI_DATA (or DATABASE_URL) to that of the installation',
        },
      });
    throw refuse('data-folder-not-readable', {
      place: 'YAMORI_DATA',
      details: {
        folder: dataFolder,
        reason: error.code ?? error.message,
        advice: 'run this as the user whom the server runs as',
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
 * Makes the built-in database of an empty data folder by `fill`: on the side, and moved into its
 * place when it is whole. What a restore that was killed left on the side is taken away.
 * @throws ProblemError `restore-not-empty`
 */
export async function makeDatabase(
  dataFolder: string,
  log: Logger,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  await makeDataFolder(dataFolder);
  const names = await readdir(dataFolder);
  if (names.includes(CLUSTER))
    throw refuse('restore-not-empty', {
      place: 'YAMORI_DATA',
      details: {
        folder: dataFolder,
        advice:
          'move the folder away first, or set YAMORI_DATA to a new one: nothing is overwritten',
      },
    });
  for (const name of names.filter((one) => one.startsWith(RESTORING)))
    await removeLeft(join(dataFolder, name));
  const side = await mkdtemp(join(dataFolder, RESTORING));
  // PostgreSQL's own account passes through it.
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

async function removeLeft(folder: string): Promise<void> {
  if ((await runningPostmaster(join(folder, CLUSTER))) !== null) {
    throw refuse('restore-under-way', {
      place: folder,
      details: {
        advice: `another restore fills this folder: wait for it, or end it (${(await readFile(join(folder, 'server.pid'), 'utf8').catch(() => '')).trim()})`,
      },
    });
  }
  await rm(folder, { recursive: true, force: true });
}
