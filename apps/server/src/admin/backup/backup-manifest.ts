import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@yamori/domain';
import { z } from 'zod';
import { errorCode } from '../../core/database/database-problem.ts';
import { backupEncryption, openBackupKeys, type BackupKeys } from './backup-encryption.ts';

export const MANIFEST_NAME = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

/**
 * The rows of a table in PostgreSQL's binary COPY format, compressed with Zstandard. `sha256` and
 * `bytes` describe the file, `contentSha256` the uncompressed rows.
 */
const backupTable = z.strictObject({
  name: z.string(),
  file: z.string().regex(/^[0-9]{3}-[a-z_]+\.copy\.zst$/),
  columns: z.array(z.string()).min(1),
  rows: count,
  bytes: count,
  sha256: hash,
  contentSha256: hash,
});

const backupSequence = z.strictObject({
  name: z.string(),
  value: z.string().regex(/^\d+$/),
  isCalled: z.boolean(),
});

const manifest = z.strictObject({
  format: z.literal('yamori-backup'),
  version: z.literal(1),
  productVersion: z.string(),
  /**
   * The backup contains everything acknowledged before this time, and possibly writes between it
   * and the snapshot.
   */
  stampedAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ number: z.number().int(), name: z.string(), hash })),
  tables: z.array(backupTable),
  sequences: z.array(backupSequence),
  /** Absent if the files are not encrypted. */
  encryption: backupEncryption.optional(),
});

export type BackupManifest = z.infer<typeof manifest>;
export type BackupTable = z.infer<typeof backupTable>;
export type BackupSequence = z.infer<typeof backupSequence>;

const sealed = z.strictObject({ manifest, seal: hash });

/**
 * The seal detects a changed or truncated manifest. Without encryption it is only a checksum. With
 * encryption only a holder of the key can create it, so it authenticates the hash of every file.
 */
export const sealManifest = (content: BackupManifest, keys: BackupKeys | null): string =>
  `${JSON.stringify({ manifest: content, seal: computeSeal(content, keys) }, null, 1)}\n`;

function computeSeal(content: BackupManifest, keys: BackupKeys | null): string {
  const text = JSON.stringify(content);
  return keys === null ? createHash('sha256').update(text).digest('hex') : keys.seal(text);
}

/**
 * Reads and checks the manifest. `passphrase` is given for encrypted backups only: anyone can seal
 * an unencrypted one, so it must not replace a backup that only a holder of the key can make.
 */
export async function readManifest(
  folder: string,
  passphrase: string | null,
): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch((error: unknown) => {
    throw errorCode(error) === null
      ? error
      : new ProblemError('backup-missing', {
          place: folder,
          details: {
            reason: String(errorCode(error)),
            advice: `a backup is a folder with a ${MANIFEST_NAME}; one without was interrupted while it was made or copied`,
          },
        });
  });
  const read = sealed.safeParse(parseJson(text));
  if (!read.success)
    throw new ProblemError('backup-foreign', {
      place: join(folder, MANIFEST_NAME),
      details: {
        reason: read.error.issues[0]?.message ?? 'no manifest',
        advice: 'this was not made by this version of yamori backup',
      },
    });
  const { encryption } = read.data.manifest;
  if (encryption === undefined && passphrase !== null)
    throw new ProblemError('backup-not-encrypted', {
      place: folder,
      details: {
        advice:
          'YAMORI_BACKUP_KEY_FILE is set, but this backup is not encrypted, so anyone may have made it: if you trust it, restore it without YAMORI_BACKUP_KEY_FILE',
      },
    });
  const keys = encryption === undefined ? null : openBackupKeys(folder, encryption, passphrase);
  if (computeSeal(read.data.manifest, keys) !== read.data.seal)
    throw damaged(join(folder, MANIFEST_NAME), 'its seal does not match');
  return read.data.manifest;
}

export const damaged = (place: string, reason: string): ProblemError =>
  new ProblemError('backup-damaged', {
    place,
    details: {
      reason,
      advice: 'nothing was restored: use another backup, or copy this one again from its source',
    },
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
