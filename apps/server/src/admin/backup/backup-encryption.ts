import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { warnIfReadable } from '../../modules/identity/keys/key-file.ts';

/** Encryption data in the manifest. It reveals nothing about the key. */
export const backupEncryption = z.strictObject({
  cipher: z.literal('aes-256-gcm'),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  check: z.string().regex(/^[0-9a-f]{64}$/),
});
type BackupEncryption = z.infer<typeof backupEncryption>;

/** The keys of one backup. Each backup has a new salt, so no key is reused. */
export type BackupKeys = {
  readonly encryption: BackupEncryption;
  readonly fileKey: (file: string) => Buffer;
  readonly seal: (text: string) => string;
};

const MIN_CHARACTERS = 16;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
/** Each guess costs 64 MiB and a tenth of a second. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Reads the passphrase from the file that YAMORI_BACKUP_KEY_FILE names. */
export async function readPassphrase(file: string, log: Logger): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unusable(file, error.code ?? error.message);
  });
  const passphrase = text.trim();
  if (passphrase.length < MIN_CHARACTERS)
    throw unusable(file, `it has fewer than ${MIN_CHARACTERS} characters`);
  await warnIfReadable(file, log);
  return passphrase;
}

const unusable = (file: string, reason: string) =>
  new ProblemError('backup-key-invalid', {
    place: 'YAMORI_BACKUP_KEY_FILE',
    details: {
      file,
      reason,
      advice: 'name a readable file with a passphrase, or with a random key in letters',
    },
  });

export const newBackupKeys = (passphrase: string): BackupKeys =>
  deriveKeys(passphrase, randomBytes(SALT_BYTES));

/** Derives the keys to read a backup. Checks the passphrase first. */
export function openBackupKeys(
  folder: string,
  { salt, check }: BackupEncryption,
  passphrase: string | null,
): BackupKeys {
  if (passphrase === null)
    throw new ProblemError('backup-key-missing', {
      place: folder,
      details: {
        advice:
          'the backup is encrypted: name the file with its passphrase in YAMORI_BACKUP_KEY_FILE',
      },
    });
  const keys = deriveKeys(passphrase, Buffer.from(salt, 'hex'));
  if (keys.encryption.check !== check)
    throw new ProblemError('backup-key-wrong', {
      place: folder,
      details: {
        advice:
          'the backup was encrypted with another passphrase: nothing was restored; name the file with that one in YAMORI_BACKUP_KEY_FILE',
      },
    });
  return keys;
}

function deriveKeys(passphrase: string, salt: Buffer): BackupKeys {
  const master = scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT);
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', master, salt, `yamori backup ${purpose}`, KEY_BYTES));
  return {
    encryption: {
      cipher: 'aes-256-gcm',
      salt: salt.toString('hex'),
      check: derive('check').toString('hex'),
    },
    fileKey: (file) => derive(`file ${file}`),
    seal: (text) => createHmac('sha256', derive('seal')).update(text).digest('hex'),
  };
}

/**
 * The nonce includes the chunk index and marks the last chunk, so that no chunk can be moved,
 * duplicated or omitted.
 */
function createNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 0, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Chunks of 64 KiB, each followed by its tag. Only the last chunk may be shorter. */
export const encryptStream = (key: Buffer): Transform =>
  inChunks(CHUNK_BYTES, (chunk, index, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', key, createNonce(index, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });

/** Fails at the first chunk that was not encrypted with this key at this position. */
export const decryptStream = (key: Buffer): Transform =>
  inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, index, isLast) => {
    const decipher = createDecipheriv('aes-256-gcm', key, createNonce(index, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
  });

function inChunks(
  bytes: number,
  turn: (chunk: Buffer, index: number, isLast: boolean) => Buffer,
): Transform {
  const state = { rest: Buffer.alloc(0), index: 0 };
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      try {
        let waiting = Buffer.concat([state.rest, part]);
        // A full chunk may be the last one, so hold it until more bytes arrive.
        while (waiting.length > bytes) {
          this.push(turn(waiting.subarray(0, bytes), state.index, false));
          state.index += 1;
          waiting = waiting.subarray(bytes);
        }
        state.rest = Buffer.from(waiting);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        this.push(turn(state.rest, state.index, true));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
