import type { BlockCoder } from '@yamori/frames';
import type { Database, Queries } from '../../database/database.ts';
import type { ChunkStore } from '../chunks/chunk-store.ts';
import type { Clock, StreamKey } from '../timeline-frame.ts';
import { decodeBins, encodeBins } from './bin-codec.ts';
import { createBinCollector, type BinSheet } from './bins.ts';
import { HOUR_US, LEVEL_10_S_US, LEVEL_2_MIN_US } from './levels.ts';

type HourKey = StreamKey & { readonly hour: number };
export type CoarseLevel = '10s' | '2min';

/** Marks hours whose chunks changed; their coarse levels are read from the chunks until rebuilt. */
export async function markDirtyHours(
  queries: Queries,
  hours: readonly HourKey[],
  nowMs: number,
): Promise<void> {
  await queries.query({
    name: 'mark_dirty_hours',
    text: `insert into timeline_dirty_hours (serial, stream_id, hour, touched_ms)
      select distinct serial, stream_id, hour, $4::bigint from unnest($1::text[], $2::int[], $3::bigint[]) as touched (serial, stream_id, hour) order by 1, 2, 3
      on conflict (serial, stream_id, hour) do update set touched_ms = excluded.touched_ms`,
    values: [
      hours.map((key) => key.serial),
      hours.map((key) => key.streamId),
      hours.map((key) => key.hour),
      Math.floor(nowMs),
    ],
  });
}

type HourRows = {
  readonly clean: readonly BinSheet[];
  readonly dirtyHours: readonly number[];
};

/** Every hour with data is either clean or dirty, in one snapshot. */
export async function readHours(
  queries: Queries,
  coder: BlockCoder,
  stream: StreamKey,
  firstHour: number,
  lastHour: number,
  level: CoarseLevel,
): Promise<HourRows> {
  const rows = await queries.query<{ hour: string; bins: Buffer | null }>({
    name: `read_hours_${level}`,
    text: `select hour, bins_${level} as bins from timeline_hours as clean where serial = $1 and stream_id = $2 and hour between $3 and $4
        and not exists (select 1 from timeline_dirty_hours as dirty where dirty.serial = clean.serial and dirty.stream_id = clean.stream_id and dirty.hour = clean.hour)
      union all select hour, null from timeline_dirty_hours where serial = $1 and stream_id = $2 and hour between $3 and $4`,
    values: [stream.serial, stream.streamId, firstHour, lastHour],
  });
  return {
    clean: rows.flatMap((row) => (row.bins === null ? [] : [decodeBins(coder, row.bins)])),
    dirtyHours: rows.filter((row) => row.bins === null).map((row) => Number(row.hour)),
  };
}

/**
 * Builds the coarse levels of hours that have not changed for `restSeconds`; returns their number.
 * A compactor that changes such an hour waits for the transaction and marks the hour again.
 */
export async function buildHours(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  clock: Clock,
  restSeconds: number,
): Promise<number> {
  const restedMs = Math.floor(clock.nowMs() - restSeconds * 1000);
  const lanes = Array.from({ length: LANES }, () =>
    buildAllRested(database, store, coder, restedMs),
  );
  // Wait for both, so that no transaction is open when one fails.
  await Promise.allSettled(lanes);
  return (await Promise.all(lanes)).reduce((sum, built) => sum + built, 0);
}

/** One reads from the database while the other packs. */
const LANES = 2;

async function buildAllRested(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  restedMs: number,
): Promise<number> {
  for (let built = 0; ; built++) {
    const found = await database.transaction(async (queries) => {
      const [row] = await queries.query<{ serial: string; stream_id: number; hour: string }>({
        name: 'take_dirty_hours',
        text: `delete from timeline_dirty_hours where (serial, stream_id, hour) = (
            select serial, stream_id, hour from timeline_dirty_hours where touched_ms <= $1 order by touched_ms limit 1 for update skip locked)
          returning serial, stream_id, hour`,
        values: [restedMs],
      });
      if (row === undefined) return false;
      await buildHour(queries, store, coder, {
        serial: row.serial,
        streamId: row.stream_id,
        hour: Number(row.hour),
      });
      return true;
    });
    if (!found) return built;
  }
}

async function buildHour(
  queries: Queries,
  store: ChunkStore,
  coder: BlockCoder,
  key: HourKey,
): Promise<void> {
  const [fromUs, toUs] = [key.hour * HOUR_US, (key.hour + 1) * HOUR_US];
  const tens = createBinCollector(LEVEL_10_S_US, fromUs, toUs);
  const minutes = createBinCollector(LEVEL_2_MIN_US, fromUs, toUs);
  for (const bins of await readFineBins(queries, store, coder, key, fromUs, toUs)) {
    tens.addBins(bins, fromUs, toUs);
    minutes.addBins(bins, fromUs, toUs);
  }
  await queries.query({
    name: 'upsert_hour',
    text: `insert into timeline_hours (serial, stream_id, hour, bins_10s, bins_2min) values ($1, $2, $3, $4, $5)
      on conflict (serial, stream_id, hour) do update set bins_10s = excluded.bins_10s, bins_2min = excluded.bins_2min`,
    values: [
      key.serial,
      key.streamId,
      key.hour,
      encodeBins(coder, tens.sheet()),
      encodeBins(coder, minutes.sheet()),
    ],
  });
}

const CHUNKS_PER_PAGE = 1_000;

/** Finest level of the chunks that touch the range. */
export async function readFineBins(
  queries: Queries,
  store: ChunkStore,
  coder: BlockCoder,
  stream: StreamKey,
  fromUs: number,
  toUs: number,
): Promise<BinSheet[]> {
  const found: BinSheet[] = [];
  const maxSpanUs = await readMaxSpan(queries, stream);
  for (let after; ;) {
    const chunks = await store.range(queries, {
      serial: stream.serial,
      streamId: stream.streamId,
      part: 'bins',
      fromUs,
      toUs,
      maxSpanUs,
      limit: CHUNKS_PER_PAGE,
      after,
    });
    found.push(...chunks.map((chunk) => decodeBins(coder, chunk.bins)));
    after = chunks.at(-1);
    if (chunks.length < CHUNKS_PER_PAGE) return found;
  }
}

export async function readMaxSpan(queries: Queries, stream: StreamKey): Promise<number> {
  const [row] = await queries.query<{ max_span_us: string }>({
    name: 'read_max_span',
    text: 'select max_span_us from timeline_streams where serial = $1 and stream_id = $2',
    values: [stream.serial, stream.streamId],
  });
  return Number(row?.max_span_us ?? 0);
}
