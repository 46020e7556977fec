import type { Database } from '../database/database.ts';
import type { StreamKey } from './timeline-frame.ts';

/**
 * Streams of these devices with any chunk or staged batch in [fromUs, toUs), by their extents only.
 */
export async function readPresentStreams(
  database: Database,
  serials: readonly string[],
  fromUs: number,
  toUs: number,
): Promise<StreamKey[]> {
  const rows = await database.query<{ serial: string; stream_id: number }>({
    name: 'list_present_streams',
    text: `select serial, stream_id from timeline_streams as stream where serial = any($1::text[]) and stream_id >= 0 and (
        exists (select 1 from timeline_chunks as chunk where chunk.serial = stream.serial and chunk.stream_id = stream.stream_id
          and chunk.from_us >= $2 - stream.max_span_us and chunk.from_us < $3 and chunk.to_us >= $2)
        or exists (select 1 from staged_frames as batch where batch.serial = stream.serial and batch.stream_id = stream.stream_id
          and batch.from_us < $3 and batch.to_us >= $2))
      order by serial, stream_id`,
    values: [serials, fromUs, toUs],
  });
  return rows.map((row) => ({ serial: row.serial, streamId: row.stream_id }));
}
