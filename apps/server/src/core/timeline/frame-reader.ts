import type { BlockCoder } from '@yamori/frames';
import type { Database } from '../database/database.ts';
import { keptFrame } from './chunks/chunk-builder.ts';
import { decodeChunkBody } from './chunks/chunk-codec.ts';
import type { ChunkStore } from './chunks/chunk-store.ts';
import { readMaxSpan } from './pyramid/hour-store.ts';
import { framesOf, readStaged } from './staging/staging-store.ts';
import { identityOf, type KeptFrame, type StreamKey } from './timeline-frame.ts';

export type StreamRange = StreamKey & { readonly fromUs: number; readonly toUs: number };

/** A stored frame and where it lies on the timeline. */
export type TimelineFrame = KeptFrame & {
  readonly timeUs: number;
  readonly clockOffsetUs: number;
  readonly sampleRateHz: number;
};

/** Chunks in memory at one time. */
const CHUNKS_AT_ONCE = 120;

/**
 * Frames of every chunk and staged batch that touches [fromUs, toUs), each once: chunk by chunk in
 * the order of their times, what is still staged at the end. Frames at the edges may lie outside.
 */
export async function* readFrames(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: StreamRange,
): AsyncGenerator<TimelineFrame> {
  // Staged first: what the compactor moves in between is then seen twice rather than never.
  const staged = (await readStaged(database, range)).filter(
    (batch) => batch.fromUs < range.toUs && batch.toUs >= range.fromUs,
  );
  const stagedSlots = new Map<number, Set<string>>(staged.map((batch) => [batch.slot, new Set()]));
  const maxSpanUs = await readMaxSpan(database, range);
  for (let after; ;) {
    const chunks = await store.range(database, {
      ...range,
      part: 'body',
      maxSpanUs,
      limit: CHUNKS_AT_ONCE,
      after,
    });
    for (const chunk of chunks) {
      for (const frame of decodeChunkBody(coder, chunk.slot, chunk.body)) {
        stagedSlots.get(chunk.slot)?.add(identityOf(frame));
        yield {
          ...frame,
          timeUs: frame.deviceTimeUs - chunk.clockOffsetUs,
          clockOffsetUs: chunk.clockOffsetUs,
          sampleRateHz: chunk.sampleRateHz,
        };
      }
    }
    after = chunks.at(-1);
    if (chunks.length < CHUNKS_AT_ONCE) break;
  }
  for (const batch of staged) {
    const known = stagedSlots.get(batch.slot) ?? new Set();
    for (const frame of framesOf(batch)) {
      if (known.has(identityOf(frame))) continue;
      known.add(identityOf(frame));
      yield {
        ...keptFrame(frame, batch.receivedMs),
        timeUs: frame.deviceTimeUs - batch.clockOffsetUs,
        clockOffsetUs: batch.clockOffsetUs,
        sampleRateHz: batch.sampleRateHz,
      };
    }
  }
}
