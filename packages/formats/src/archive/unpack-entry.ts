import type { FormatProblem } from '../recording.ts';
import { crc32 } from './crc32.ts';
import type { ZipEntry } from './zip-directory.ts';

export type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

/**
 * Packed bytes are handed over in such parts, so that one that becomes more than it says is noticed
 * in time.
 */
const PART_BYTES = 64 * 1024;

/**
 * Unpacks a file by the platform's own inflate; never more than its entry says, which was looked at
 * before.
 */
export async function unpackEntry(archive: Uint8Array, entry: ZipEntry): Promise<Unpacked> {
  const packed = archive.subarray(entry.dataAt, entry.dataAt + entry.packedBytes);
  const refused = (code: FormatProblem['code'], message: string): Unpacked => ({
    kind: 'refused',
    problem: { code, message, byteOffset: entry.dataAt, file: entry.name },
  });
  const bytes = entry.isPacked ? await inflate(packed, entry.bytes) : packed.slice();
  if (bytes === 'more')
    return refused('expandsTooFar', 'a file becomes more than the directory says');
  if (bytes === 'broken')
    return refused('truncated', 'the packed bytes of a file are damaged or cut');
  if (bytes.length !== entry.bytes)
    return refused('truncated', `${bytes.length} of ${entry.bytes} bytes of a file are there`);
  return crc32(bytes) === entry.crc32
    ? { kind: 'bytes', bytes }
    : refused('badChecksum', 'the bytes of a file do not have its checksum');
}

async function inflate(
  packed: Uint8Array,
  length: number,
): Promise<Uint8Array | 'more' | 'broken'> {
  const bytes = new Uint8Array(length);
  const stream = partsOf(packed).pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.subarray(0, at);
      if (at + value.length > length) {
        await reader.cancel().catch(() => undefined);
        return 'more';
      }
      bytes.set(value, at);
      at += value.length;
    }
  } catch {
    return 'broken';
  }
}

function partsOf(packed: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= packed.length) return controller.close();
      controller.enqueue(packed.slice(at, at + PART_BYTES));
      at += PART_BYTES;
    },
  });
}
