import type { Readable } from 'node:stream';
import { PIECE_BYTES } from './original-store.ts';

/**
 * Reads a request's body in pieces, waiting for each to be kept before it reads on: memory is one
 * piece, and a browser that is faster than the disk waits. What came before a cut is kept too.
 * @returns 'whole', or 'cut' when the body broke off.
 */
export async function receivePieces(
  body: Readable,
  keep: (bytes: Uint8Array) => Promise<void>,
): Promise<'whole' | 'cut'> {
  let waiting: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const bytes = Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await keep(bytes.subarray(at, at + PIECE_BYTES));
  };
  const source = body[Symbol.asyncIterator]();
  let end: 'whole' | 'cut' = 'whole';
  for (;;) {
    const next = await source.next().catch(() => null);
    if (next === null) end = 'cut';
    if (next === null || next.done === true) break;
    // A body that nothing has decoded gives buffers.
    const chunk: unknown = next.value;
    if (!Buffer.isBuffer(chunk)) continue;
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await flush();
  }
  await flush();
  return end;
}
