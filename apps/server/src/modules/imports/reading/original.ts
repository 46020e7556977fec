import { createHash } from 'node:crypto';
import type { Database } from '../../../core/database/database.ts';
import {
  databaseOriginalStore,
  type OriginalStore,
  type UploadKey,
} from '../uploads/original-store.ts';

/** The uploaded bytes of a file, read in pieces. */
export type Original = {
  readonly sizeBytes: number;
  readonly fileName: string;
  /** Bytes of [fromByte, toByte), limited to the end of the file. */
  readonly read: (fromByte: number, toByte: number) => Promise<Uint8Array>;
  /** SHA-256 of the file, in hex. */
  readonly hash: (onProgress: (fraction: number) => void) => Promise<string>;
};

export function openOriginal(
  database: Database,
  key: UploadKey,
  sizeBytes: number,
  fileName: string,
  store: OriginalStore = databaseOriginalStore,
): Original {
  return {
    sizeBytes,
    fileName,
    async read(fromByte, toByte) {
      const end = Math.min(toByte, sizeBytes);
      const bytes = new Uint8Array(Math.max(0, end - fromByte));
      for await (const piece of store.read(database, key, fromByte, end))
        bytes.set(piece.bytes, piece.atByte - fromByte);
      return bytes;
    },
    async hash(onProgress) {
      const hash = createHash('sha256');
      for await (const piece of store.read(database, key, 0, sizeBytes)) {
        hash.update(piece.bytes);
        onProgress((piece.atByte + piece.bytes.length) / sizeBytes);
      }
      return hash.digest('hex');
    },
  };
}
