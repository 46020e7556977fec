import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { ProblemError } from '@yamori/domain';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import {
  isHalfRestored,
  migrate,
  MIGRATIONS_FOLDER,
  RESTORE_MARK,
} from '../../core/database/migration-runner.ts';
import { decryptStream, openBackupKeys, type BackupKeys } from './backup-encryption.ts';
import { damaged, type BackupManifest, type BackupTable } from './backup-manifest.ts';
import { withProgress, type Progress } from './progress.ts';
import { quoted, readPresent, readTables } from './table-list.ts';
import { createMeter } from './write-backup.ts';

/** Any fixed number that no other program uses on this database. */
export const RESTORE_LOCK = 7_264_019_383;

type Restoring = {
  readonly url: string;
  readonly folder: string;
  readonly manifest: BackupManifest;
  readonly log: Logger;
  readonly progress: Progress;
  /** Required for an encrypted backup. */
  readonly passphrase?: string | null;
};

/**
 * Fills the empty database at `url` from a checked backup: first the schema of the backup, then all
 * rows in one transaction, then newer migrations. A mark in the database exists until all rows are
 * stored. A failed restore cleans up; a killed one is cleaned up by the next.
 */
export async function restoreInto(restoring: Restoring): Promise<void> {
  const client = new pg.Client({
    connectionString: restoring.url,
    application_name: 'yamori-restore',
  });
  // Queries after a connection error fail too, but with a less useful message.
  const connection: { error: Error | null } = { error: null };
  client.on('error', (error) => {
    connection.error ??= error;
  });
  await client.connect();
  try {
    const {
      rows: [lock],
    } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      RESTORE_LOCK,
    ]);
    if (lock?.isOurs !== true)
      throw new ProblemError('restore-under-way', {
        place: 'DATABASE_URL',
        details: { advice: 'another restore is filling this database: wait for it, or end it' },
      });
    if (await isHalfRestored(client)) await clear(client);
    const present = await readPresent(client);
    if (present.length > 0)
      throw new ProblemError('restore-not-empty', {
        place: 'DATABASE_URL',
        details: {
          holds: present.slice(0, 3).join(', '),
          advice: 'restore into an empty database',
        },
      });
    await client.query(
      `create table ${RESTORE_MARK} (began_at timestamptz not null default now())`,
    );
    await fill(client, restoring).catch(async (error: unknown) => {
      // Cleanup needs the connection. Its failure must not hide the original error.
      await client
        .query('rollback')
        .then(() => clear(client))
        .catch((failure: unknown) =>
          restoring.log.error(
            { err: failure, code: 'restore-not-cleared' },
            'restore cleanup failed; the next restore retries it',
          ),
        );
      throw connection.error ?? error;
    });
  } finally {
    await client.end();
  }
}

async function fill(
  client: pg.Client,
  { url, manifest, folder, log, progress, passphrase = null }: Restoring,
): Promise<void> {
  const keys =
    manifest.encryption === undefined
      ? null
      : openBackupKeys(folder, manifest.encryption, passphrase);
  const numbers = new Set(manifest.migrations.map(({ number }) => number));
  await migrate(url, MIGRATIONS_FOLDER, log, {
    isWanted: ({ number }) => numbers.has(number),
  });
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  await client.query('begin');
  await rejectOtherTables(client, manifest, folder);
  // Some migrations insert rows.
  await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`);
  await withProgress(manifest.tables, progress, (table) => fillTable(client, folder, table, keys));
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(name),
      value,
      isCalled,
    ]);
  await client.query(`drop table ${RESTORE_MARK}`);
  await client.query('commit');
  await migrate(url, MIGRATIONS_FOLDER, log);
  await client.query('analyze');
  progress(1, 'done');
}

async function rejectOtherTables(
  client: pg.Client,
  manifest: BackupManifest,
  folder: string,
): Promise<void> {
  const here = new Map(
    (await readTables(client)).map(({ name, columns }) => [name, columns.join()]),
  );
  const wrong =
    manifest.tables.find(({ name, columns }) => here.get(name) !== columns.join())?.name ??
    [...here.keys()].find((name) => manifest.tables.every((table) => table.name !== name));
  if (wrong !== undefined)
    throw damaged(folder, `the table ${wrong} differs from what its migrations create`);
}

async function fillTable(
  client: pg.Client,
  folder: string,
  { name, file, columns, rows, contentSha256 }: BackupTable,
  keys: BackupKeys | null,
): Promise<void> {
  const path = join(folder, file);
  const into = client.query(
    copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin (format binary)`),
  );
  const content = createMeter();
  const decrypting = keys === null ? new PassThrough() : decryptStream(keys.fileKey(file));
  await pipeline(createReadStream(path), decrypting, createZstdDecompress(), content.stream, into);
  if (into.rowCount !== rows) throw damaged(path, `restored ${into.rowCount} of ${rows} rows`);
  if (content.told().sha256 !== contentSha256)
    throw damaged(path, 'its rows differ from the manifest');
}

/** The database was empty before, so everything in it is ours. The mark is dropped last. */
async function clear(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(`
    select 'drop table if exists ' || c.oid::regclass || ' cascade' as command from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '${RESTORE_MARK}'
    union all select 'drop sequence if exists ' || c.oid::regclass || ' cascade' from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    union all select 'drop function if exists ' || p.oid::regprocedure || ' cascade' from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`);
  for (const { command } of rows) await client.query(command);
  await client.query(`drop table if exists ${RESTORE_MARK}`);
}
