import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@yamori/domain';
import { errorCode } from '../../core/database/database-problem.ts';
import type { Migration } from '../../core/database/migration-runner.ts';
import { damaged, readManifest, type BackupManifest, type BackupTable } from './backup-manifest.ts';
import { withProgress, type Progress } from './progress.ts';
import { createMeter } from './write-backup.ts';

/** Reads every byte of a backup and compares it with the manifest, before anything is written. */
export async function checkBackup(
  folder: string,
  known: readonly Migration[],
  progress: Progress = () => undefined,
  passphrase: string | null = null,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder, passphrase);
  rejectOtherSchema(folder, manifest, known);
  await withProgress(manifest.tables, progress, (table) => checkFile(folder, table));
  return manifest;
}

async function checkFile(folder: string, { file, bytes, sha256 }: BackupTable): Promise<void> {
  const path = join(folder, file);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw damaged(path, 'the file is missing');
  if (size !== bytes) throw damaged(path, `its size is ${size} bytes instead of ${bytes}`);
  const meter = createMeter();
  await pipeline(
    createReadStream(path),
    meter.stream,
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  ).catch((error: unknown) => {
    throw errorCode(error) === null
      ? error
      : damaged(path, `it cannot be read (${String(errorCode(error))})`);
  });
  if (meter.told().sha256 !== sha256) throw damaged(path, 'its SHA-256 differs from the manifest');
}

function rejectOtherSchema(
  folder: string,
  { productVersion, migrations }: BackupManifest,
  known: readonly Migration[],
): void {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  for (const { number, name, hash } of migrations) {
    const own = byNumber.get(number);
    if (own === undefined)
      throw new ProblemError('backup-newer', {
        place: folder,
        details: {
          version: productVersion,
          migration: name,
          advice: 'it was made by a newer version of Yamori: restore it with that one',
        },
      });
    if (own.hash !== hash)
      throw new ProblemError('backup-of-other-migrations', {
        place: folder,
        details: {
          migration: name,
          advice: 'it was made by a different build of Yamori: restore it with that one',
        },
      });
  }
}
