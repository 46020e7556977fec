import type { Queries } from '../../database/database.ts';
import type { SlotKey, StreamKey } from '../timeline-frame.ts';
import { cut } from './byte-arena.ts';

/**
 * A slot of a stream; different clock offsets or channel counts within a slot are separate chunks.
 */
export type ChunkKey = SlotKey & { readonly clockOffsetUs: number; readonly channelCount: number };

export type ChunkIndex = ChunkKey & {
  readonly sampleRateHz: number;
  /** Timeline times: the first sample, and the end of the last one. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly frameCount: number;
  readonly sampleCount: number;
};

export type StoredChunk = ChunkIndex & {
  /** Finest level of the pyramid (pyramid/bin-codec.ts). */
  readonly bins: Uint8Array;
  /** chunks/chunk-codec.ts */
  readonly body: Uint8Array;
};

/** Columns of a chunk to read. */
type ChunkPart = 'index' | 'bins' | 'body';
/** Chunks that overlap [fromUs, toUs), by start; at most `limit`, after `after`. */
type ChunkRange = StreamKey & {
  readonly part: ChunkPart;
  readonly fromUs: number;
  readonly toUs: number;
  readonly maxSpanUs: number;
  readonly limit: number;
  readonly after?: ChunkIndex | undefined;
};

/**
 * Storage of chunks. Every method uses the caller's transaction; a store that keeps bodies
 * elsewhere writes them first and the index within the transaction.
 */
export type ChunkStore = {
  /** Replaces chunks with the same key. */
  readonly put: (queries: Queries, chunks: readonly StoredChunk[]) => Promise<void>;
  /** Reads `bins` and `body` only if requested; otherwise they are empty. */
  readonly range: (queries: Queries, range: ChunkRange) => Promise<StoredChunk[]>;
  readonly ofSlots: (
    queries: Queries,
    part: ChunkPart,
    slots: readonly SlotKey[],
  ) => Promise<StoredChunk[]>;
  readonly delete: (queries: Queries, keys: readonly ChunkKey[]) => Promise<void>;
};

/** Stores chunks as bytea rows in the database. */
export const databaseChunkStore: ChunkStore = { put, range, ofSlots, delete: remove };

async function put(queries: Queries, chunks: readonly StoredChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const parts = cut(chunks.flatMap((chunk) => [chunk.body, chunk.bins]));
  const bodies = (values: readonly number[]): number[] =>
    values.filter((_, index) => index % 2 === 0);
  const bins = (values: readonly number[]): number[] =>
    values.filter((_, index) => index % 2 === 1);
  await queries.query({
    name: 'upsert_chunks',
    text: `insert into timeline_chunks (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, from_us, to_us, frame_count, sample_count, bins, body)
      select serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, from_us, to_us, frame_count, sample_count,
        substring($11::bytea from bins_at for bins_length), substring($11::bytea from body_at for body_length)
      from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::float8[], $7::bigint[], $8::bigint[], $9::int[], $10::int[], $12::int[], $13::int[], $14::int[], $15::int[])
        as chunk (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, from_us, to_us, frame_count, sample_count, bins_at, bins_length, body_at, body_length)
      on conflict (serial, stream_id, slot, clock_offset_us, channel_count) do update set sample_rate_hz = excluded.sample_rate_hz,
        from_us = excluded.from_us, to_us = excluded.to_us, frame_count = excluded.frame_count, sample_count = excluded.sample_count,
        bins = excluded.bins, body = excluded.body`,
    values: [
      ...keyColumns(chunks),
      chunks.map((chunk) => chunk.sampleRateHz),
      chunks.map((chunk) => chunk.fromUs),
      chunks.map((chunk) => chunk.toUs),
      chunks.map((chunk) => chunk.frameCount),
      chunks.map((chunk) => chunk.sampleCount),
      parts.joined,
      bins(parts.at),
      bins(parts.length),
      bodies(parts.at),
      bodies(parts.length),
    ],
  });
}

async function remove(queries: Queries, keys: readonly ChunkKey[]): Promise<void> {
  await queries.query({
    name: 'delete_chunks',
    text: `delete from timeline_chunks using unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::int[]) as key (serial, stream_id, slot, clock_offset_us, channel_count)
      where timeline_chunks.serial = key.serial and timeline_chunks.stream_id = key.stream_id and timeline_chunks.slot = key.slot
        and timeline_chunks.clock_offset_us = key.clock_offset_us and timeline_chunks.channel_count = key.channel_count`,
    values: keyColumns(keys),
  });
}

async function range(queries: Queries, requested: ChunkRange): Promise<StoredChunk[]> {
  const rows = await queries.query<ChunkRow>({
    name: `read_chunks_of_time_${requested.part}`,
    text: `select ${columnsFor(requested.part)} from timeline_chunks where serial = $1 and stream_id = $2 and from_us >= $3 and from_us < $4 and to_us > $5
      and (from_us, slot, clock_offset_us, channel_count) > ($6, $7, $8, $9) order by from_us, slot, clock_offset_us, channel_count limit $10`,
    // An event has no duration: one exactly at `fromUs` ends there and must be found.
    values: [
      requested.serial,
      requested.streamId,
      requested.fromUs - requested.maxSpanUs,
      requested.toUs,
      requested.fromUs - 1,
      ...positionAfter(requested.after),
      requested.limit,
    ],
  });
  return rows.map(toChunk);
}

async function ofSlots(
  queries: Queries,
  part: ChunkPart,
  slots: readonly SlotKey[],
): Promise<StoredChunk[]> {
  if (slots.length === 0) return [];
  const rows = await queries.query<ChunkRow>({
    name: `read_chunks_of_slots_${part}`,
    text: `select ${columnsFor(part)} from timeline_chunks where (serial, stream_id, slot) in (select * from unnest($1::text[], $2::int[], $3::bigint[]))`,
    values: [
      slots.map((key) => key.serial),
      slots.map((key) => key.streamId),
      slots.map((key) => key.slot),
    ],
  });
  return rows.map(toChunk);
}

const columnsFor = (part: ChunkPart): string =>
  `serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, from_us, to_us, frame_count, sample_count${part === 'index' ? '' : `, ${part}`}`;

const positionAfter = (after: ChunkIndex | undefined): number[] =>
  after === undefined
    ? [Number.MIN_SAFE_INTEGER, 0, 0, 0]
    : [after.fromUs, after.slot, after.clockOffsetUs, after.channelCount];

type ChunkRow = {
  serial: string;
  stream_id: number;
  slot: string;
  clock_offset_us: string;
  channel_count: number;
  sample_rate_hz: number;
  from_us: string;
  to_us: string;
  frame_count: number;
  sample_count: number;
  bins?: Buffer;
  body?: Buffer;
};

const NOTHING = new Uint8Array(0);

function toChunk(row: ChunkRow): StoredChunk {
  return {
    serial: row.serial,
    streamId: row.stream_id,
    slot: Number(row.slot),
    clockOffsetUs: Number(row.clock_offset_us),
    channelCount: row.channel_count,
    sampleRateHz: row.sample_rate_hz,
    fromUs: Number(row.from_us),
    toUs: Number(row.to_us),
    frameCount: row.frame_count,
    sampleCount: row.sample_count,
    bins: row.bins ?? NOTHING,
    body: row.body ?? NOTHING,
  };
}

const keyColumns = (keys: readonly ChunkKey[]): unknown[] => [
  keys.map((key) => key.serial),
  keys.map((key) => key.streamId),
  keys.map((key) => key.slot),
  keys.map((key) => key.clockOffsetUs),
  keys.map((key) => key.channelCount),
];
