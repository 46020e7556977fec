import type { FormatProblem } from '../recording.ts';
import { crc32, type ZipEntry } from './zip-directory.ts';

type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

/**
 * Chunk size of the packed bytes, so that a file that inflates beyond its stated size is detected
 * early.
 */
const CHUNK_BYTES = 64 * 1024;

/**
 * Unpacks a file with the platform's inflate, up to the size in its entry, which the caller has
 * checked.
 */
export async function inflateEntry(archive: Uint8Array, entry: ZipEntry): Promise<Unpacked> {
  const packed = archive.subarray(entry.dataAt, entry.dataAt + entry.packedBytes);
  const reject = (code: FormatProblem['code'], message: string): Unpacked => ({
    kind: 'refused',
    problem: { code, message, byteOffset: entry.dataAt, file: entry.name },
  });
  const bytes = entry.isPacked ? await inflate(packed, entry.bytes) : packed.slice();
  if (bytes === 'more') return reject('expandsTooFar', 'file is larger than its directory entry');
  if (bytes === 'broken')
    return reject('truncated', 'compressed data of a file are damaged or truncated');
  if (bytes.length !== entry.bytes)
    return reject('truncated', `file has ${bytes.length} of ${entry.bytes} bytes`);
  return crc32(bytes) === entry.crc32
    ? { kind: 'bytes', bytes }
    : reject('badChecksum', 'file checksum does not match');
}

async function inflate(
  packed: Uint8Array,
  length: number,
): Promise<Uint8Array | 'more' | 'broken'> {
  const bytes = new Uint8Array(length);
  const stream = streamChunks(packed).pipeThrough(new DecompressionStream('deflate-raw'));
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

function streamChunks(packed: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= packed.length) return controller.close();
      controller.enqueue(packed.slice(at, at + CHUNK_BYTES));
      at += CHUNK_BYTES;
    },
  });
}
