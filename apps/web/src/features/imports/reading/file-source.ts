import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { refuse } from '@yamori/domain/problem';

/** The bytes of a chosen file, read a slice at a time. */
export type FileSource = {
  readonly name: string;
  readonly sizeBytes: number;
  /** Bytes of [fromByte, toByte), at most to the end. @throws ProblemError `file-unreadable` */
  readonly read: (fromByte: number, toByte: number) => Promise<Uint8Array>;
};

/** A file that is moved or changed after it was chosen can no longer be read. */
export const sourceOfFile = (file: File): FileSource => ({
  name: file.name,
  sizeBytes: file.size,
  async read(fromByte, toByte) {
    try {
      return new Uint8Array(await file.slice(fromByte, toByte).arrayBuffer());
    } catch {
      throw refuse('file-unreadable', { place: 'file' });
    }
  },
});

/** A file read once from its beginning to its end; every byte goes into its SHA-256 on the way. */
export type Passage = {
  readonly source: FileSource;
  readonly atByte: () => number;
  /** The next bytes, at most to the end. */
  readonly next: (byteLength: number) => Promise<Uint8Array>;
  /** Passes over what nobody wants, and gives the SHA-256 of everything in hex. */
  readonly finish: () => Promise<string>;
};

const SLICE_BYTES = 4 * 1024 * 1024;

export function openPassage(source: FileSource, onProgress: (fraction: number) => void): Passage {
  const hash = sha256.create();
  let at = 0;
  const next = async (byteLength: number): Promise<Uint8Array> => {
    const bytes = await source.read(at, Math.min(source.sizeBytes, at + byteLength));
    // A file that has become shorter meanwhile would be read without end.
    if (bytes.length === 0 && at < source.sizeBytes && byteLength > 0)
      throw refuse('file-unreadable', { place: 'file' });
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
