import { randomUUID } from 'node:crypto';
import { open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { prepareClusterFolder } from './cluster-folder.ts';
import { initialiseCluster } from './cluster-files.ts';
import { makeDataFolder } from './data-folder.ts';
import { claimFolder } from './folder-owner.ts';
import { spawnSupervised, type SupervisedProcess } from './supervised-process.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { LAUNCH_SETTING, waitUntilReady } from './postgres-readiness.ts';
import { superviseProcess } from './postgres-supervisor.ts';
import { findServiceAccount, type ServiceAccount } from './service-account.ts';
import { openSocketFolder } from './socket-folder.ts';
import { endStalePostmaster } from './stale-postmaster.ts';

/** `url` names the database `yamori`. `stop` is a fast shutdown, which loses no committed data. */
export type EmbeddedPostgres = {
  readonly url: string;
  readonly formatUrl: (database: string) => string;
  readonly stop: () => Promise<void>;
};

/** `forget` is for tests: without fsync the files do not survive a power cut. */
export type EmbeddedOptions = {
  readonly dataFolder: string;
  readonly purpose: 'keep' | 'forget';
  /** Saves disk space of the write-ahead log at the cost of more checkpoints. */
  readonly smallWal?: boolean;
};

const MAX_LOG_BYTES = 8 * 1024 * 1024;

/** Address of a database of the built-in PostgreSQL with its socket in this folder. */
export const socketUrl = (socketFolder: string, database = 'yamori'): string =>
  `postgres://yamori@/${database}?host=${encodeURIComponent(socketFolder)}`;

/**
 * Starts PostgreSQL on its own files, reachable only through a Unix socket, and restarts it after a
 * crash.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedOptions,
  log: Logger,
): Promise<EmbeddedPostgres> {
  await makeDataFolder(options.dataFolder);
  const releaseFolder = await claimFolder(options.dataFolder);
  try {
    const account = await findServiceAccount(join(options.dataFolder, 'postgres'), log);
    const cluster = await prepareClusterFolder(options.dataFolder, account, log);
    const binaries = await findPostgresBinaries(account, log);
    await initialiseCluster({
      cluster,
      marker: join(options.dataFolder, 'postgres.initialising'),
      initdb: binaries.initdb,
      account,
      fast: options.purpose === 'forget',
    });
    const sockets = await openSocketFolder(options.dataFolder, cluster);
    const logPath = join(options.dataFolder, 'postgres.log');
    const command = [binaries.postgres, '-D', cluster, ...settings(sockets.folder, options)];
    const formatUrl = (database: string) => socketUrl(sockets.folder, database);
    const launch = async () => {
      const stalePid = await endStalePostmaster(cluster, log);
      const launchId = randomUUID();
      const guarded = await spawnLogged([...command, '-c', `${LAUNCH_SETTING}=${launchId}`], {
        account,
        logPath,
        stalePid,
      });
      await waitUntilReady(guarded, { url: formatUrl('template1'), launchId, logPath });
      return guarded;
    };
    const stopping = await superviseProcess(launch, log);
    await createDatabase(formatUrl('template1'));
    return {
      url: formatUrl('yamori'),
      formatUrl,
      stop: async () => {
        await stopping();
        await sockets.remove();
        await releaseFolder();
      },
    };
  } catch (error) {
    await releaseFolder();
    throw error;
  }
}

const settings = (socketFolder: string, { purpose, smallWal = false }: EmbeddedOptions): string[] =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    wal_compression: 'pglz',
    max_wal_size: smallWal ? '32MB' : '1GB',
    // Keeps no files for reuse after a burst of writes.
    wal_recycle: smallWal ? 'off' : 'on',
    // PostgreSQL's minimum for older clusters: two segments of 16 MB.
    min_wal_size: '32MB',
    ...(purpose === 'forget'
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
      : {}),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

type LaunchOptions = {
  readonly account: ServiceAccount | null;
  readonly logPath: string;
  /** A pid in postmaster.pid that another program has now. */
  readonly stalePid: number | null;
};

async function spawnLogged(
  command: readonly string[],
  { account, logPath, stalePid }: LaunchOptions,
): Promise<SupervisedProcess> {
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(logPath);
  const file = await open(logPath, 'a', 0o600);
  try {
    // PostgreSQL does not start while the pid in postmaster.pid is alive, except for this one. It
    // still checks that no process uses its shared memory.
    const environment = stalePid === null ? {} : { PG_GRANDPARENT_PID: String(stalePid) };
    return spawnSupervised(command, account, file.fd, environment);
  } finally {
    await file.close();
  }
}

/**
 * Renames the database that initdb makes for administrators: a second one would take 8 MB. Clusters
 * of older servers have both.
 */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'yamori'");
    if (rowCount === 0) await client.query('alter database postgres rename to yamori');
  } finally {
    await client.end();
  }
}
