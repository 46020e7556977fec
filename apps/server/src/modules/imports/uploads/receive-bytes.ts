import type { Readable } from 'node:stream';
import { PIECE_BYTES } from './original-store.ts';

/**
 * Reads a request body in pieces and stores each before reading on, which limits memory to one
 * piece and slows down fast clients. Stores what arrived before an interruption. @returns 'cut' if
 * the body was interrupted
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
    // A body without an encoding yields buffers.
    const chunk: unknown = next.value;
    if (!Buffer.isBuffer(chunk)) continue;
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await flush();
  }
  await flush();
  return end;
}
