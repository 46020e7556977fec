import type { Queries } from '../../../core/database/database.ts';
import { SLOT_US, streamName, type StreamKey } from '../../../core/timeline/timeline-frame.ts';

/** Time of each device's newest record, in µs. Devices that have sent no records are omitted. */
export async function readNewestRecords(
  queries: Queries,
  serials: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ serial: string; newest: string }>({
    name: 'night_newest_records',
    text: `select stream.serial, max(piece.to_us) as newest from timeline_streams as stream cross join lateral (
        (select to_us from timeline_chunks where serial = stream.serial and stream_id = stream.stream_id order by from_us desc limit 1)
        union all
        (select max(to_us) from staged_frames where serial = stream.serial and stream_id = stream.stream_id)) as piece
      where stream.serial = any($1::text[]) and piece.to_us is not null group by stream.serial`,
    values: [serials],
  });
  return new Map(rows.map(({ serial, newest }) => [serial, Number(newest)]));
}

type ExtentRow = { serial: string; stream_id: number; extent: string };

/**
 * Summarises the data of each stream in [fromUs, toUs): one string per stream and clock offset.
 * Counts slots of device time, so that compacting staged frames into chunks does not change the
 * result.
 */
export async function readExtents(
  queries: Queries,
  streams: readonly StreamKey[],
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): Promise<string[]> {
  const names = new Set(streams.map(streamName));
  if (names.size === 0) return [];
  const rows = await queries.query<ExtentRow>({
    name: 'night_extents',
    text: `select serial, stream_id, concat_ws(' ', clock_offset_us, sum(frame_count), sum(sample_count), min(slot), max(slot), count(distinct slot)) as extent
      from (
        select stream.serial, stream.stream_id, slot, clock_offset_us, frame_count, sample_count from timeline_streams as stream
          join timeline_chunks as chunk on chunk.serial = stream.serial and chunk.stream_id = stream.stream_id
            and chunk.from_us >= $2 - stream.max_span_us - $4 and chunk.from_us < $3 + $4
          where stream.serial = any($1::text[])
        union all
        select serial, stream_id, slot, clock_offset_us, frame_count, sample_count from staged_frames where serial = any($1::text[]) and from_us < $3 + $4 and to_us >= $2 - $4
      ) as piece
      where slot * $4 - clock_offset_us > $2 - $4 and slot * $4 - clock_offset_us < $3
      group by serial, stream_id, clock_offset_us order by serial, stream_id, clock_offset_us`,
    values: [[...new Set(streams.map(({ serial }) => serial))], fromUs, toUs, SLOT_US],
  });
  return rows
    .filter((row) => names.has(streamName({ serial: row.serial, streamId: row.stream_id })))
    .map((row) => `${row.serial}:${row.stream_id} ${row.extent}`);
}
