import {
  DEVICE_RULE,
  isMaker,
  isVisible,
  ProblemError,
  type Actor,
  type DeviceRecorded,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { TimelineFrame } from '../../core/timeline/frame-reader.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';

/** Summarises the data that a device has sent, for diagnosis. */
export type RecordedStore = {
  readonly ofDevice: (actor: Actor, serial: string) => Promise<DeviceRecorded>;
};

type RecordedStoreDeps = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly timeline: Timeline;
};

const DAY_US = 86_400_000_000;
const MAX_STREAMS = 64;
const MAX_FRAMES = 5;
/**
 * Search window for the last frames: covers a chunk and the time a slow stream needs to fill one.
 */
const LOOK_BACK_US = 20_000_000;

export function createRecordedStore({
  database,
  store,
  timeline,
}: RecordedStoreDeps): RecordedStore {
  return {
    async ofDevice(actor, serial) {
      const [device] = await store.read([`device/${serial}`]);
      if (
        device === null ||
        device === undefined ||
        !isVisible(device, DEVICE_RULE.visibleTo(actor))
      )
        throw new ProblemError('device-not-found');
      if (!isMaker(actor)) throw new ProblemError('device-forbidden');
      const extents = await readExtents(database, serial);
      const streams: DeviceRecorded['streams'] = [];
      for (const { streamId, fromUs, toUs, frames, bytes } of extents) {
        streams.push({
          streamId,
          from: toIso(fromUs),
          to: toIso(toUs),
          recentFrames: frames,
          recentBytes: bytes,
          frames: await lastFrames(timeline, { serial, streamId, toUs }),
        });
      }
      await timeline.clocks.load([serial]);
      const offsetUs = timeline.clocks.offsetUs(serial);
      return {
        clockOffsetSeconds: offsetUs === 0 ? null : offsetUs / 1e6,
        streams,
        refused: await readRejected(database, serial),
      };
    },
  };
}

type Extent = {
  readonly streamId: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly frames: number;
  readonly bytes: number;
};

/**
 * Reads the first and last time of each stream, each with one index lookup, and the amount of data
 * in its last day.
 */
async function readExtents(database: Database, serial: string): Promise<Extent[]> {
  const rows = await database.query<{
    stream_id: number;
    from_us: string;
    to_us: string;
    frames: number;
    bytes: string;
  }>({
    name: 'read_device_extents',
    text: `with extent as (
        select stream_id,
          least((select from_us from timeline_chunks c where c.serial = s.serial and c.stream_id = s.stream_id order by slot limit 1), (select min(from_us) from staged_frames f where f.serial = s.serial and f.stream_id = s.stream_id)) as from_us,
          greatest((select to_us from timeline_chunks c where c.serial = s.serial and c.stream_id = s.stream_id order by slot desc limit 1), (select max(to_us) from staged_frames f where f.serial = s.serial and f.stream_id = s.stream_id)) as to_us
        from timeline_streams s where serial = $1 and stream_id >= 0 order by stream_id limit $2)
      select stream_id, from_us, to_us, (coalesce(chunk.frames, 0) + coalesce(staged.frames, 0))::int as frames, (coalesce(chunk.bytes, 0) + coalesce(staged.bytes, 0)) as bytes
      from extent
      left join lateral (select sum(frame_count) as frames, sum(octet_length(body)) as bytes from timeline_chunks c where c.serial = $1 and c.stream_id = extent.stream_id and c.from_us >= extent.to_us - $3) as chunk on true
      left join lateral (select sum(frame_count) as frames, sum(octet_length(f.frames)) as bytes from staged_frames f where f.serial = $1 and f.stream_id = extent.stream_id and f.from_us >= extent.to_us - $3) as staged on true
      where from_us is not null order by stream_id`,
    values: [serial, MAX_STREAMS, DAY_US],
  });
  return rows.map((row) => ({
    streamId: row.stream_id,
    fromUs: Number(row.from_us),
    toUs: Number(row.to_us),
    frames: row.frames,
    bytes: Number(row.bytes),
  }));
}

async function lastFrames(
  timeline: Timeline,
  {
    serial,
    streamId,
    toUs,
  }: { readonly serial: string; readonly streamId: number; readonly toUs: number },
): Promise<DeviceRecorded['streams'][number]['frames']> {
  const newest: TimelineFrame[] = [];
  for await (const frame of timeline.readFrames({
    serial,
    streamId,
    fromUs: toUs - LOOK_BACK_US,
    toUs: toUs + 1,
  })) {
    newest.push(frame);
    newest.sort((a, b) => b.timeUs - a.timeUs || b.sequence - a.sequence);
    newest.length = Math.min(newest.length, MAX_FRAMES);
  }
  return newest.map(({ sequence, timeUs, receivedMs, encoding, channels }) => ({
    sequence,
    at: toIso(timeUs),
    receivedAt: toIso(receivedMs * 1000),
    samples: channels[0]?.length ?? 0,
    encoding,
  }));
}

/** Counts the rejected frames of a device by reason. Only its newest few are stored. */
async function readRejected(
  database: Database,
  serial: string,
): Promise<DeviceRecorded['refused']> {
  const rows = await database.query<{ reason: string; count: number; last_ms: string }>({
    name: 'count_refused_of_device',
    text: 'select reason, count(*)::int as count, max(refused_ms) as last_ms from refused_frames where serial = $1 group by reason order by 2 desc, 1',
    values: [serial],
  });
  return rows.map(({ reason, count, last_ms }) => ({
    reason,
    count,
    last: toIso(Number(last_ms) * 1000),
  }));
}

const toIso = (us: number): string => new Date(Math.round(us / 1000)).toISOString();
