import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ProblemError } from '@yamori/domain/problem';

/** Reads the bytes of a chosen file in slices. */
export type FileSource = {
  readonly name: string;
  readonly sizeBytes: number;
  /** Bytes of [fromByte, toByte), at most to the end. */
  readonly read: (fromByte: number, toByte: number) => Promise<Uint8Array>;
};

/** A file that is moved or changed after it was chosen can no longer be read. */
export const createFileSource = (file: File): FileSource => ({
  name: file.name,
  sizeBytes: file.size,
  async read(fromByte, toByte) {
    try {
      return new Uint8Array(await file.slice(fromByte, toByte).arrayBuffer());
    } catch {
      throw new ProblemError('file-unreadable', { place: 'file' });
    }
  },
});

/** Reads a file once from start to end and hashes every byte with SHA-256. */
export type HashingReader = {
  readonly source: FileSource;
  readonly atByte: () => number;
  /** The next bytes, at most to the end. */
  readonly next: (byteLength: number) => Promise<Uint8Array>;
  /** Skips the remaining bytes and returns the SHA-256 of the whole file in hex. */
  readonly finish: () => Promise<string>;
};

const SLICE_BYTES = 4 * 1024 * 1024;

export function createHashingReader(
  source: FileSource,
  onProgress: (fraction: number) => void,
): HashingReader {
  const hash = sha256.create();
  let at = 0;
  const next = async (byteLength: number): Promise<Uint8Array> => {
    const bytes = await source.read(at, Math.min(source.sizeBytes, at + byteLength));
    // A file that has become shorter would otherwise be read forever.
    if (bytes.length === 0 && at < source.sizeBytes && byteLength > 0)
      throw new ProblemError('file-unreadable', { place: 'file' });
    hash.update(bytes);
    at += bytes.length;
    onProgress(source.sizeBytes === 0 ? 1 : at / source.sizeBytes);
    return bytes;
  };
  return {
    source,
    next,
    atByte: () => at,
    async finish() {
      while (at < source.sizeBytes) await next(SLICE_BYTES);
      return bytesToHex(hash.digest());
    },
  };
}
