import type { Queries } from '../database/database.ts';
import type { Interval } from './coverage.ts';
import { SLOT_US } from './timeline-frame.ts';

type DeviceStretch = Interval & { readonly serial: string };

/**
 * Stretches in [fromUs, toUs) in which devices recorded these streams, by the start of their
 * chunks: starts are exact, ends up to one chunk (10 s) late. Gaps shorter than `minGapUs` are
 * ignored.
 */
export async function readRecordedStretches(
  queries: Queries,
  streams: readonly { readonly serial: string; readonly streamId: number }[],
  { fromUs, toUs }: Interval,
  minGapUs: number,
): Promise<DeviceStretch[]> {
  if (streams.length === 0) return [];
  const rows = await queries.query<{ serial: string; from_us: string; last_us: string }>({
    name: 'list_recorded_stretches',
    text: `with stream as (select * from unnest($1::text[], $2::int[]) as stream (serial, stream_id)),
      piece as (
        select chunk.serial, chunk.from_us from stream join timeline_chunks as chunk using (serial, stream_id) where chunk.from_us >= $3 and chunk.from_us < $4
        union all
        select batch.serial, batch.from_us from stream join staged_frames as batch using (serial, stream_id) where batch.from_us >= $3 and batch.from_us < $4),
      begun as (
        select serial, from_us, (from_us - lag(from_us) over (partition by serial order by from_us) <= $5) is not true as begins from piece),
      stretch as (select serial, from_us, count(*) filter (where begins) over (partition by serial order by from_us) as number from begun)
      select serial, min(from_us) as from_us, max(from_us) as last_us from stretch group by serial, number order by min(from_us)`,
    values: [
      streams.map(({ serial }) => serial),
      streams.map(({ streamId }) => streamId),
      fromUs - SLOT_US,
      toUs,
      SLOT_US + minGapUs,
    ],
  });
  return rows.map((row) => ({
    serial: row.serial,
    fromUs: Number(row.from_us),
    toUs: Number(row.last_us) + SLOT_US,
  }));
}
