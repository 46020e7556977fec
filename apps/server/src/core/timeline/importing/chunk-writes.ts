import type { BlockCoder } from '@yamori/frames';
import type { Queries } from '../../database/database.ts';
import type { ChunkIndex, ChunkStore } from '../chunks/chunk-store.ts';
import { markDirtyHours } from '../pyramid/hour-store.ts';
import { toHour } from '../pyramid/levels.ts';
import { recordStreams } from '../staging/staging-store.ts';
import { streamName, type SlotKey, type StreamKey } from '../timeline-frame.ts';

/**
 * Dependencies of imports, which write chunks under the compactor's locks, in the caller's
 * transaction.
 */
export type ChunkWriter = {
  readonly store: ChunkStore;
  readonly coder: BlockCoder;
  readonly nowMs: () => number;
};

export const slotName = (slot: SlotKey): string => `${slot.slot}/${streamName(slot)}`;

/** Waits for the compactor and other imports; locks in a fixed order to avoid deadlocks. */
export async function lockStreams(queries: Queries, streams: readonly StreamKey[]): Promise<void> {
  await recordStreams(queries, streams);
  await queries.query({
    name: 'lock_import_streams',
    text: `select 1 from timeline_streams where (serial, stream_id) in (select * from unnest($1::text[], $2::int[])) order by serial, stream_id for update`,
    values: [streams.map((stream) => stream.serial), streams.map((stream) => stream.streamId)],
  });
}

/**
 * Marks changed hours as dirty and updates maximum spans. `before`: chunks that were shortened or
 * deleted.
 */
export async function recordChanges(
  queries: Queries,
  written: readonly ChunkIndex[],
  before: readonly ChunkIndex[],
  nowMs: number,
): Promise<void> {
  const hours = [...written, ...before].flatMap(({ serial, streamId, fromUs, toUs }) =>
    Array.from({ length: toHour(toUs) - toHour(fromUs) + 1 }, (_, index) => ({
      serial,
      streamId,
      hour: toHour(fromUs) + index,
    })),
  );
  if (hours.length > 0) await markDirtyHours(queries, hours, nowMs);
  const longest = [...Map.groupBy(written, streamName).values()].flatMap((own) =>
    own.slice(0, 1).map(({ serial, streamId }) => ({
      serial,
      streamId,
      spanUs: Math.max(...own.map((chunk) => chunk.toUs - chunk.fromUs)),
    })),
  );
  if (longest.length === 0) return;
  await queries.query({
    name: 'widen_import_span',
    text: `update timeline_streams set max_span_us = greatest(max_span_us, wide.span_us)
      from unnest($1::text[], $2::int[], $3::bigint[]) as wide (serial, stream_id, span_us)
      where timeline_streams.serial = wide.serial and timeline_streams.stream_id = wide.stream_id`,
    values: [
      longest.map((each) => each.serial),
      longest.map((each) => each.streamId),
      longest.map((each) => each.spanUs),
    ],
  });
}
