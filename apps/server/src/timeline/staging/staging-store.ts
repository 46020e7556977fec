import { scanFrames, type FrameView } from '@yamori/frames';
import type { Queries } from '../../database/database.ts';
import { cut } from '../chunks/chunk-store.ts';
import { durationUs, slotOf, streamName, type FrameToStage, type StreamKey } from '../timeline-frame.ts';

/** Frames of one slot of one stream that one group commit brought. */
export type StagedBatch = StreamKey & {
  readonly slot: number;
  readonly clockOffsetUs: number;
  readonly channelCount: number;
  readonly sampleRateHz: number;
  readonly receivedMs: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly frameCount: number;
  readonly sampleCount: number;
  /** Whole frames, one behind the other. */
  readonly frames: Uint8Array;
};

export type SlotKey = StreamKey & { readonly slot: number };

/** One statement, whatever the number of frames, so that it is prepared once. */
export async function insertStaged(queries: Queries, frames: readonly FrameToStage[], clockOffsetUs: (serial: string) => number): Promise<void> {
  const groups = groupFrames(frames, clockOffsetUs);
  const bytes = cut(groups.map((group) => Buffer.concat(group.frames.map((frame) => frame.bytes))));
  const column = (of: (group: Group) => string | number): (string | number)[] => groups.map(of);
  await queries.query({
    name: 'timeline-stage',
    text: `insert into staged_frames (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames)
      select serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, substring($12::bytea from at for length)
      from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::float8[], $7::bigint[], $8::bigint[], $9::bigint[], $10::int[], $11::int[], $13::int[], $14::int[])
        as batch (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, at, length)`,
    values: [
      column((group) => group.serial), column((group) => group.streamId), column((group) => group.slot), column((group) => group.clockOffsetUs),
      column((group) => group.channelCount), column((group) => group.sampleRateHz), column((group) => group.receivedMs), column((group) => group.fromUs),
      column((group) => group.toUs), column((group) => group.frames.length), column((group) => group.sampleCount), bytes.joined, bytes.at, bytes.length,
    ],
  });
}

type Group = {
  readonly serial: string; readonly streamId: number; readonly slot: number; readonly clockOffsetUs: number; readonly channelCount: number; readonly sampleRateHz: number;
  readonly frames: FrameToStage[]; receivedMs: number; fromUs: number; toUs: number; sampleCount: number;
};

function groupFrames(frames: readonly FrameToStage[], clockOffsetUs: (serial: string) => number): Group[] {
  const groups = new Map<string, Group>();
  for (const frame of frames) {
    const slot = slotOf(frame.deviceTimeUs);
    const offsetUs = clockOffsetUs(frame.serial);
    const fromUs = frame.deviceTimeUs - offsetUs;
    const toUs = fromUs + durationUs(frame.sampleCount, frame.sampleRateHz);
    const name = `${slot}/${frame.channelCount}/${frame.sampleRateHz}/${streamName(frame)}`;
    const group = groups.get(name);
    if (group === undefined) {
      const { serial, streamId, channelCount, sampleRateHz, receivedMs, sampleCount } = frame;
      groups.set(name, { serial, streamId, slot, clockOffsetUs: offsetUs, channelCount, sampleRateHz, frames: [frame], receivedMs: Math.floor(receivedMs), fromUs, toUs, sampleCount });
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

/** Streams are noted once, so that the compactor has a row to lock. */
export async function noteStreams(queries: Queries, streams: readonly StreamKey[]): Promise<void> {
  await queries.query({
    name: 'timeline-note-streams',
    text: `insert into timeline_streams (serial, stream_id) select distinct serial, stream_id from unnest($1::text[], $2::int[]) as stream (serial, stream_id)
      order by 1, 2 on conflict do nothing`,
    values: [streams.map((stream) => stream.serial), streams.map((stream) => stream.streamId)],
  });
}

/** What is staged of a stream: all of it, or of some slots. */
export async function readStaged(queries: Queries, stream: StreamKey, slots?: readonly number[]): Promise<StagedBatch[]> {
  const rows = await queries.query<StagedRow>(slots === undefined
    ? { name: 'timeline-read-staged', text: `select ${COLUMNS} from staged_frames where serial = $1 and stream_id = $2`, values: [stream.serial, stream.streamId] }
    : { name: 'timeline-read-staged-slots', text: `select ${COLUMNS} from staged_frames where serial = $1 and stream_id = $2 and slot = any ($3::bigint[])`, values: [stream.serial, stream.streamId, slots] });
  return rows.map(toBatch);
}

/** Slots whose oldest batch was received before `receivedBeforeMs`, oldest first. */
export async function findRipeSlots(queries: Queries, receivedBeforeMs: number, limit: number): Promise<SlotKey[]> {
  const rows = await queries.query<{ serial: string; stream_id: number; slot: string }>({
    name: 'timeline-find-ripe',
    text: `select serial, stream_id, slot from staged_frames group by serial, stream_id, slot having min(received_ms) <= $1 order by min(received_ms) limit $2`,
    values: [Math.floor(receivedBeforeMs), limit],
  });
  return rows.map((row) => ({ serial: row.serial, streamId: row.stream_id, slot: Number(row.slot) }));
}

/** Takes batches out of staging; they are back if the transaction does not commit. */
export async function takeStaged(queries: Queries, slots: readonly SlotKey[]): Promise<StagedBatch[]> {
  const rows = await queries.query<StagedRow>({
    name: 'timeline-take-staged',
    text: `delete from staged_frames using unnest($1::text[], $2::int[], $3::bigint[]) as wanted (wanted_serial, wanted_stream_id, wanted_slot)
      where serial = wanted_serial and stream_id = wanted_stream_id and slot = wanted_slot returning ${COLUMNS}`,
    values: [slots.map((key) => key.serial), slots.map((key) => key.streamId), slots.map((key) => key.slot)],
  });
  return rows.map(toBatch);
}

/** The frames of a batch; they were checked before they were staged, a damaged one is the disk's fault. */
export function framesOf(batch: StagedBatch): FrameView[] {
  const { frames, problems } = scanFrames(batch.frames);
  if (problems.length > 0) throw new Error(`staged frames of ${batch.serial} stream ${batch.streamId} slot ${batch.slot} are damaged on disk`);
  return frames;
}

const COLUMNS = 'serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames';

type StagedRow = {
  serial: string; stream_id: number; slot: string; clock_offset_us: string; channel_count: number; sample_rate_hz: number; received_ms: string;
  from_us: string; to_us: string; frame_count: number; sample_count: number; frames: Buffer;
};

const toBatch = (row: StagedRow): StagedBatch => ({
  serial: row.serial, streamId: row.stream_id, slot: Number(row.slot), clockOffsetUs: Number(row.clock_offset_us), channelCount: row.channel_count,
  sampleRateHz: row.sample_rate_hz, receivedMs: Number(row.received_ms), fromUs: Number(row.from_us), toUs: Number(row.to_us),
  frameCount: row.frame_count, sampleCount: row.sample_count, frames: row.frames,
});
