import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { PRODUCT_VERSION, ProblemError } from '@yamori/domain';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { errorCode } from '../../core/database/database-problem.ts';
import { encryptStream, newBackupKeys, type BackupKeys } from './backup-encryption.ts';
import {
  MANIFEST_NAME,
  sealManifest,
  type BackupManifest,
  type BackupTable,
} from './backup-manifest.ts';
import { beginPartial, endPartial, removeAbandoned } from './partial-folder.ts';
import { withProgress, type Progress } from './progress.ts';
import { quoted, readSequences, readTables, type TableShape } from './table-list.ts';

/** Health data: readable by its owner only, like folders from `mkdtemp`. */
const FILE_MODE = 0o600;

/**
 * Writes everything in the database at `url` into the new folder `to`, as of one instant, while
 * servers keep working: one repeatable-read transaction sees the same state from its first
 * statement to its last (PostgreSQL, Transaction Isolation, 13.2.2). The folder gets its name once
 * every byte is on disk. Removes partial folders of killed backups first.
 */
export async function writeBackup(
  url: string,
  to: string,
  progress: Progress = () => undefined,
  now = (): Date => new Date(),
  passphrase: string | null = null,
): Promise<BackupManifest> {
  const keys = passphrase === null ? null : newBackupKeys(passphrase);
  if (
    await stat(to).then(
      () => true,
      () => false,
    )
  )
    throw new ProblemError('backup-place-taken', {
      place: to,
      details: { advice: 'name a folder that does not exist yet' },
    });
  await removeAbandoned(to, now());
  const partial = await beginPartial(to).catch((error: unknown) => {
    throw explained(error, to);
  });
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-backup' });
  try {
    await client.connect();
    const manifest = await writeTables(client, partial, progress, keys);
    await writeFile(join(partial, MANIFEST_NAME), sealManifest(manifest, keys), {
      mode: FILE_MODE,
      flush: true,
    });
    await endPartial(partial);
    await syncFolder(partial);
    await rename(partial, to);
    await syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explained(error, to);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeTables(
  client: pg.Client,
  folder: string,
  progress: Progress,
  keys: BackupKeys | null,
): Promise<BackupManifest> {
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`,
  );
  // Taken before the snapshot, which therefore contains everything committed by now.
  const {
    rows: [stamp],
  } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  if (stamp === undefined) throw new Error('the database returned no time');
  await client.query('begin isolation level repeatable read read only');
  const { rows: migrations } = await client.query<BackupManifest['migrations'][number]>(
    'select number, name, hash from schema_migration order by number',
  );
  const shapes = await readTables(client);
  const tables = await withProgress(shapes, progress, (shape, index) =>
    writeTable(client, folder, { shape, index, keys }),
  );
  const sequences = await readSequences(client);
  await client.query('commit');
  progress(1, 'done');
  return {
    format: 'yamori-backup',
    version: 1,
    productVersion: PRODUCT_VERSION,
    stampedAt: stamp.at.toISOString(),
    migrations,
    tables,
    sequences,
    ...(keys === null ? {} : { encryption: keys.encryption }),
  };
}

type WrittenTable = {
  readonly shape: TableShape;
  readonly index: number;
  readonly keys: BackupKeys | null;
};

async function writeTable(
  client: pg.Client,
  folder: string,
  { shape, index, keys }: WrittenTable,
): Promise<BackupTable> {
  const { name, columns } = shape;
  const file = `${String(index).padStart(3, '0')}-${name}.copy.zst`;
  const path = join(folder, file);
  const rows = client.query(
    copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout (format binary)`),
  );
  const [content, meter] = [createMeter(), createMeter()];
  await pipeline(
    rows,
    content.stream,
    createZstdCompress(),
    keys === null ? new PassThrough() : encryptStream(keys.fileKey(file)),
    meter.stream,
    createWriteStream(path, { mode: FILE_MODE, flush: true }),
  );
  // The row count arrives after the last row. The reply to another statement arrives after the
  // count.
  await client.query('select 1');
  return {
    name,
    file,
    columns: [...columns],
    rows: rows.rowCount,
    ...meter.told(),
    contentSha256: content.told().sha256,
  };
}

/** Counts and hashes the bytes that pass through. */
export function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, told: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Syncs the folder, which makes its entries durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const DISK_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EIO',
  'EEXIST',
  'ENOTEMPTY',
]);

function explained(error: unknown, to: string): unknown {
  const code = errorCode(error);
  if (code === null || !DISK_CODES.has(code)) return error;
  return new ProblemError('backup-not-written', {
    place: to,
    details: {
      reason: code,
      advice:
        code === 'ENOSPC' || code === 'EDQUOT'
          ? 'the disk is full: make room, or name a folder on another disk'
          : 'name a folder that you may write to',
    },
  });
}
