import type { BlockCoder } from '@yamori/frames';
import type { Database } from '../database/database.ts';
import { keptFrame } from './chunks/chunk-builder.ts';
import { decodeChunkBody } from './chunks/chunk-codec.ts';
import type { ChunkStore } from './chunks/chunk-store.ts';
import { readMaxSpan } from './pyramid/hour-store.ts';
import { readBatchFrames, readStaged } from './staging/staging-store.ts';
import { getFrameKey, type KeptFrame, type StreamKey } from './timeline-frame.ts';

export type StreamRange = StreamKey & { readonly fromUs: number; readonly toUs: number };

/** A stored frame with its position on the timeline. */
export type TimelineFrame = KeptFrame & {
  readonly timeUs: number;
  readonly clockOffsetUs: number;
  readonly sampleRateHz: number;
};

/** Chunks in memory at a time. */
const CHUNKS_PER_PAGE = 120;

/**
 * Yields each frame of every chunk and staged batch that touches [fromUs, toUs) once: chunks in
 * order of time, then staged frames. Frames at the edges may lie outside the range.
 */
export async function* readFrames(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: StreamRange,
): AsyncGenerator<TimelineFrame> {
  // Staged frames first: those moved by the compactor in between are then seen twice, not missed.
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
      limit: CHUNKS_PER_PAGE,
      after,
    });
    for (const chunk of chunks) {
      for (const frame of decodeChunkBody(coder, chunk.slot, chunk.body)) {
        stagedSlots.get(chunk.slot)?.add(getFrameKey(frame));
        yield {
          ...frame,
          timeUs: frame.deviceTimeUs - chunk.clockOffsetUs,
          clockOffsetUs: chunk.clockOffsetUs,
          sampleRateHz: chunk.sampleRateHz,
        };
      }
    }
    after = chunks.at(-1);
    if (chunks.length < CHUNKS_PER_PAGE) break;
  }
  for (const batch of staged) {
    const known = stagedSlots.get(batch.slot) ?? new Set();
    for (const frame of readBatchFrames(batch)) {
      if (known.has(getFrameKey(frame))) continue;
      known.add(getFrameKey(frame));
      yield {
        ...keptFrame(frame, batch.receivedMs),
        timeUs: frame.deviceTimeUs - batch.clockOffsetUs,
        clockOffsetUs: batch.clockOffsetUs,
        sampleRateHz: batch.sampleRateHz,
      };
    }
  }
}
