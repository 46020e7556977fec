import { randomUUID } from 'node:crypto';
import { scanFrames, type FrameView } from '@yamori/frames';
import type { Queries } from '../../database/database.ts';
import {
  durationUs,
  toSlot,
  streamName,
  type FrameToStage,
  type SlotKey,
  type StreamKey,
} from '../timeline-frame.ts';
import { LOG_COLUMNS, logValues, type LogEntry } from './staging-log.ts';

/** Frames of one slot of one stream in one group commit. */
export type StagedBatch = StagedIndex & {
  /** Whole frames, concatenated. */
  readonly frames: Uint8Array;
};

type StagedIndex = StreamKey & {
  readonly batchId: string;
  readonly slot: number;
  readonly clockOffsetUs: number;
  readonly channelCount: number;
  readonly sampleRateHz: number;
  readonly receivedMs: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly frameCount: number;
  readonly sampleCount: number;
};

/** The batches of one group commit, with their concatenated frames. */
export type StagedCommit = { readonly batches: readonly StagedPart[]; readonly bytes: Uint8Array };
export type StagedPart = StagedIndex & { readonly at: number; readonly length: number };

export const sumBytes = (frames: readonly FrameToStage[]): number =>
  frames.reduce((sum, frame) => sum + frame.bytes.length, 0);

/** Copies the frames to `bytes`, which must have exactly their length. */
export function packCommit(
  frames: readonly FrameToStage[],
  clockOffsetUs: (serial: string) => number,
  bytes: Uint8Array = new Uint8Array(sumBytes(frames)),
): StagedCommit {
  const groups = groupFrames(frames, clockOffsetUs);
  let end = 0;
  const batches = groups.map(({ frames: own, ...batch }): StagedPart => {
    const at = end;
    for (const frame of own) {
      bytes.set(frame.bytes, end);
      end += frame.bytes.length;
    }
    return { ...batch, frameCount: own.length, at, length: end - at };
  });
  return { batches, bytes };
}

/**
 * One statement for any number of frames, so that it is prepared once. `entry`: entry for the log.
 */
export async function insertStaged(
  queries: Queries,
  { batches, bytes }: StagedCommit,
  entry: LogEntry | null = null,
): Promise<void> {
  const column = (of: (batch: StagedPart) => string | number): (string | number)[] =>
    batches.map(of);
  await queries.query({
    name: entry === null ? 'stage_frames' : 'stage_logged_frames',
    text: `${entry === null ? '' : LOGGED}insert into staged_frames (serial, stream_id, slot, batch_id, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames)
      select serial, stream_id, slot, batch_id, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, substring($13::bytea from at + 1 for length)
      from unnest($1::text[], $2::int[], $3::bigint[], $4::uuid[], $5::bigint[], $6::int[], $7::float8[], $8::bigint[], $9::bigint[], $10::bigint[], $11::int[], $12::int[], $14::int[], $15::int[])
        as batch (serial, stream_id, slot, batch_id, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, at, length)`,
    values: [
      column((batch) => batch.serial),
      column((batch) => batch.streamId),
      column((batch) => batch.slot),
      column((batch) => batch.batchId),
      column((batch) => batch.clockOffsetUs),
      column((batch) => batch.channelCount),
      column((batch) => batch.sampleRateHz),
      column((batch) => batch.receivedMs),
      column((batch) => batch.fromUs),
      column((batch) => batch.toUs),
      column((batch) => batch.frameCount),
      column((batch) => batch.sampleCount),
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      column((batch) => batch.at),
      column((batch) => batch.length),
      ...(entry === null ? [] : logValues(entry)),
    ],
  });
}

const LOGGED = `with logged as (insert into staging_log (${LOG_COLUMNS})
  values ($16::text, $17::bigint, $18::bigint, $19::json)) `;

type Group = StreamKey & {
  readonly batchId: string;
  readonly slot: number;
  readonly clockOffsetUs: number;
  readonly channelCount: number;
  readonly sampleRateHz: number;
  readonly frames: FrameToStage[];
  receivedMs: number;
  fromUs: number;
  toUs: number;
  sampleCount: number;
};

function groupFrames(
  frames: readonly FrameToStage[],
  clockOffsetUs: (serial: string) => number,
): Group[] {
  const groups = new Map<string, Group>();
  for (const frame of frames) {
    const slot = toSlot(frame.deviceTimeUs);
    const offsetUs = clockOffsetUs(frame.serial);
    const fromUs = frame.deviceTimeUs - offsetUs;
    const toUs = fromUs + durationUs(frame.sampleCount, frame.sampleRateHz);
    const name = `${slot}/${frame.channelCount}/${frame.sampleRateHz}/${streamName(frame)}`;
    const group = groups.get(name);
    if (group === undefined) {
      const { serial, streamId, channelCount, sampleRateHz, receivedMs, sampleCount } = frame;
      groups.set(name, {
        serial,
        streamId,
        batchId: randomUUID(),
        slot,
        clockOffsetUs: offsetUs,
        channelCount,
        sampleRateHz,
        frames: [frame],
        receivedMs: Math.floor(receivedMs),
        fromUs,
        toUs,
        sampleCount,
      });
      continue;
    }
    group.frames.push(frame);
    group.sampleCount += frame.sampleCount;
    group.receivedMs = Math.min(group.receivedMs, Math.floor(frame.receivedMs));
    group.fromUs = Math.min(group.fromUs, fromUs);
    group.toUs = Math.max(group.toUs, toUs);
  }
  return [...groups.values()];
}

/** Records streams once, so that the compactor has a row to lock. */
export async function recordStreams(
  queries: Queries,
  streams: readonly StreamKey[],
): Promise<void> {
  await queries.query({
    name: 'insert_streams',
    text: `insert into timeline_streams (serial, stream_id) select distinct serial, stream_id from unnest($1::text[], $2::int[]) as stream (serial, stream_id)
      order by 1, 2 on conflict do nothing`,
    values: [streams.map((stream) => stream.serial), streams.map((stream) => stream.streamId)],
  });
}

/** Staged batches of slots of any streams. */
export async function readStagedSlots(
  queries: Queries,
  slots: readonly SlotKey[],
): Promise<StagedBatch[]> {
  const rows = await queries.query<StagedRow>({
    name: 'read_staged_of_slots',
    text: `select ${COLUMNS} from staged_frames where (serial, stream_id, slot) in
      (select * from unnest($1::text[], $2::int[], $3::bigint[]))`,
    values: [
      slots.map((key) => key.serial),
      slots.map((key) => key.streamId),
      slots.map((key) => key.slot),
    ],
  });
  return rows.map(toBatch);
}

/** Staged batches of a stream, or of some of its slots. */
export async function readStaged(
  queries: Queries,
  stream: StreamKey,
  slots?: readonly number[],
): Promise<StagedBatch[]> {
  const rows = await queries.query<StagedRow>(
    slots === undefined
      ? {
          name: 'read_staged',
          text: `select ${COLUMNS} from staged_frames where serial = $1 and stream_id = $2`,
          values: [stream.serial, stream.streamId],
        }
      : {
          name: 'read_staged_slots',
          text: `select ${COLUMNS} from staged_frames where serial = $1 and stream_id = $2 and slot = any ($3::bigint[])`,
          values: [stream.serial, stream.streamId, slots],
        },
  );
  return rows.map(toBatch);
}

/** Slots whose oldest batch was received before `receivedBeforeMs`, oldest first. */
export async function findRipeSlots(
  queries: Queries,
  receivedBeforeMs: number,
  limit: number,
): Promise<SlotKey[]> {
  const rows = await queries.query<{ serial: string; stream_id: number; slot: string }>({
    name: 'find_ripe_slots',
    text: `select serial, stream_id, slot from staged_frames group by serial, stream_id, slot having min(received_ms) <= $1 order by min(received_ms) limit $2`,
    values: [Math.floor(receivedBeforeMs), limit],
  });
  return rows.map((row) => ({
    serial: row.serial,
    streamId: row.stream_id,
    slot: Number(row.slot),
  }));
}

/**
 * Removes batches from staging; a rollback restores them. Does not read the frames of batches in
 * `known`.
 */
export async function takeStaged(
  queries: Queries,
  slots: readonly SlotKey[],
  known: readonly string[] = [],
): Promise<(StagedIndex & { readonly frames: Uint8Array | null })[]> {
  const rows = await queries.query<Omit<StagedRow, 'frames'> & { frames: Buffer | null }>({
    name: 'take_staged',
    text: `delete from staged_frames using unnest($1::text[], $2::int[], $3::bigint[]) as wanted (wanted_serial, wanted_stream_id, wanted_slot)
      where serial = wanted_serial and stream_id = wanted_stream_id and slot = wanted_slot returning ${INDEX_COLUMNS}, case when batch_id = any ($4::uuid[]) then null else frames end as frames`,
    values: [
      slots.map((key) => key.serial),
      slots.map((key) => key.streamId),
      slots.map((key) => key.slot),
      known,
    ],
  });
  return rows.map((row) => ({ ...toIndex(row), frames: row.frames }));
}

/** Frames of a batch. They were validated before staging, so a damaged one means a damaged disk. */
export function readBatchFrames(batch: StagedBatch): FrameView[] {
  const { frames, problems } = scanFrames(batch.frames);
  if (problems.length > 0)
    throw new Error(
      `staged frames of ${batch.serial} stream ${batch.streamId} slot ${batch.slot} are damaged on disk`,
    );
  return frames;
}

const INDEX_COLUMNS =
  'serial, stream_id, slot, batch_id, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count';
const COLUMNS = `${INDEX_COLUMNS}, frames`;

type StagedRow = {
  serial: string;
  stream_id: number;
  slot: string;
  batch_id: string;
  clock_offset_us: string;
  channel_count: number;
  sample_rate_hz: number;
  received_ms: string;
  from_us: string;
  to_us: string;
  frame_count: number;
  sample_count: number;
  frames: Buffer;
};

const toBatch = (row: StagedRow): StagedBatch => ({ ...toIndex(row), frames: row.frames });
const toIndex = (row: Omit<StagedRow, 'frames'>): StagedIndex => ({
  serial: row.serial,
  streamId: row.stream_id,
  batchId: row.batch_id,
  slot: Number(row.slot),
  clockOffsetUs: Number(row.clock_offset_us),
  channelCount: row.channel_count,
  sampleRateHz: row.sample_rate_hz,
  receivedMs: Number(row.received_ms),
  fromUs: Number(row.from_us),
  toUs: Number(row.to_us),
  frameCount: row.frame_count,
  sampleCount: row.sample_count,
});
