import { chown, mkdtemp, open, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { prepareClusterFolder } from './cluster-folder.ts';
import { initialiseCluster } from './cluster-files.ts';
import { errorCode } from '../database-problem.ts';
import { dataFolderProblem, ourselves } from './data-folder.ts';
import { claimFolder } from './folder-owner.ts';
import { spawnSupervised, type SupervisedProcess } from './supervised-process.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { waitUntilReady } from './postgres-readiness.ts';
import { superviseProcess } from './postgres-supervisor.ts';
import { findServiceAccount } from './service-account.ts';
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
const MAX_SOCKET_PATH_BYTES = 90;

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
  const account = await findServiceAccount(join(options.dataFolder, 'postgres'), log);
  const cluster = await prepareClusterFolder(options.dataFolder, account, log);
  const releaseFolder = await claimFolder(options.dataFolder).catch((error: unknown) => {
    throw errorCode(error) === null
      ? error
      : dataFolderProblem(options.dataFolder, ourselves(), String(errorCode(error)));
  });
  try {
    const binaries = await findPostgresBinaries(account, log);
    await initialiseCluster({
      cluster,
      marker: join(options.dataFolder, 'postgres.initialising'),
      initdb: binaries.initdb,
      account,
      fast: options.purpose === 'forget',
    });
    const socketFolder = await chooseSocketFolder(cluster);
    const logPath = join(options.dataFolder, 'postgres.log');
    const command = [binaries.postgres, '-D', cluster, ...settings(socketFolder, options)];
    const formatUrl = (database: string) => socketUrl(socketFolder, database);
    const launch = async () => {
      await endStalePostmaster(cluster, log);
      const guarded = await spawnLogged(command, account, logPath);
      await waitUntilReady(guarded, formatUrl('template1'), logPath);
      return guarded;
    };
    const stopping = await superviseProcess(launch, log);
    await createDatabase(formatUrl('template1'));
    return {
      url: formatUrl('yamori'),
      formatUrl,
      stop: async () => {
        await stopping();
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

/**
 * The cluster's folder, which is closed to others (0700), or a new folder in /tmp if its path is
 * too long for a socket.
 */
async function chooseSocketFolder(cluster: string): Promise<string> {
  if (Buffer.byteLength(cluster) <= MAX_SOCKET_PATH_BYTES) return cluster;
  const { uid, gid } = await stat(cluster);
  const folder = await mkdtemp(join(tmpdir(), 'yamori-socket-'));
  await chown(folder, uid, gid);
  return folder;
}

async function spawnLogged(
  command: readonly string[],
  account: Parameters<typeof spawnSupervised>[1],
  logPath: string,
): Promise<SupervisedProcess> {
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(logPath);
  const file = await open(logPath, 'a', 0o600);
  try {
    return spawnSupervised(command, account, file.fd);
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
