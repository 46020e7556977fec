import type { BlockCoder } from '@yamori/frames';
import type { Database } from '../../database/database.ts';
import type { ChunkStore } from '../chunks/chunk-store.ts';
import { readFrames, type StreamRange } from '../frame-reader.ts';
import { readBatchFrames, readStaged } from '../staging/staging-store.ts';
import { keptFrame } from '../chunks/chunk-builder.ts';
import { createBinCollector, type BinCollector, type Bins } from './bins.ts';
import { readFineBins, readHours, readMaxSpan, type CoarseLevel } from './hour-store.ts';
import { HOUR_US, LEVEL_10_S_US, LEVEL_2_MIN_US, fineBinUs, toHour } from './levels.ts';

export type PyramidRange = StreamRange & { readonly maxPoints: number };

/**
 * Reads at most `maxPoints` + 1 bins of equal width over the range, with minimum, maximum and mean
 * per channel. A bin includes all its samples, so no zoom level loses a peak; count 0 is a gap.
 */
export async function readPyramid(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: PyramidRange,
): Promise<Bins> {
  const wantedUs = Math.max(
    1,
    Math.ceil((range.toUs - range.fromUs) / Math.max(1, range.maxPoints)),
  );
  if (wantedUs < LEVEL_10_S_US) {
    const fineUs = await readFineWidth(database, range);
    return wantedUs < fineUs
      ? fromSamples(database, store, coder, range, wantedUs)
      : fromFineBins(database, store, coder, range, roundUp(wantedUs, fineUs));
  }
  return wantedUs < LEVEL_2_MIN_US
    ? fromHours(database, store, coder, range, roundUp(wantedUs, LEVEL_10_S_US), '10s')
    : fromHours(database, store, coder, range, roundUp(wantedUs, LEVEL_2_MIN_US), '2min');
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

async function fromSamples(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: StreamRange,
  binUs: number,
): Promise<Bins> {
  const bins = createBinCollector(binUs, range.fromUs, range.toUs);
  for await (const frame of readFrames(database, store, coder, range))
    bins.addSamples(frame.timeUs, frame.sampleRateHz, frame.channels);
  return bins.finish();
}

async function fromFineBins(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: StreamRange,
  binUs: number,
): Promise<Bins> {
  const bins = createBinCollector(binUs, range.fromUs, range.toUs);
  await addStaged(database, range, bins);
  for (const fine of await readFineBins(database, store, coder, range, range.fromUs, range.toUs))
    bins.addBins(fine, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return bins.finish();
}

async function fromHours(
  database: Database,
  store: ChunkStore,
  coder: BlockCoder,
  range: StreamRange,
  binUs: number,
  level: CoarseLevel,
): Promise<Bins> {
  const bins = createBinCollector(binUs, range.fromUs, range.toUs);
  await addStaged(database, range, bins);
  const hours = await readHours(
    database,
    coder,
    range,
    toHour(range.fromUs),
    toHour(range.toUs),
    level,
  );
  for (const clean of hours.clean)
    bins.addBins(clean, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (const hour of hours.dirtyHours) {
    const [fromUs, toUs] = [hour * HOUR_US, (hour + 1) * HOUR_US];
    for (const fine of await readFineBins(database, store, coder, range, fromUs, toUs))
      bins.addBins(fine, fromUs, toUs);
  }
  return bins.finish();
}

/** Adds staged frames. One that is also in a chunk does not change minimum or maximum. */
async function addStaged(
  database: Database,
  range: StreamRange,
  bins: BinCollector,
): Promise<void> {
  for (const batch of await readStaged(database, range)) {
    if (batch.fromUs >= range.toUs || batch.toUs < range.fromUs) continue;
    for (const frame of readBatchFrames(batch))
      bins.addSamples(
        frame.deviceTimeUs - batch.clockOffsetUs,
        batch.sampleRateHz,
        keptFrame(frame, 0).channels,
      );
  }
}

/** Width of the finest level over the range; 10 s if the rate changed, so that samples are read. */
async function readFineWidth(database: Database, range: StreamRange): Promise<number> {
  const [row] = await database.query<{ lowest_hz: number | null; highest_hz: number | null }>({
    name: 'read_stream_rates',
    text: `select min(sample_rate_hz) as lowest_hz, max(sample_rate_hz) as highest_hz from (
        select sample_rate_hz from timeline_chunks where serial = $1 and stream_id = $2 and from_us >= $3 and from_us < $4 and to_us > $5
        union all (select sample_rate_hz from staged_frames where serial = $1 and stream_id = $2 limit 1)) as found`,
    values: [
      range.serial,
      range.streamId,
      range.fromUs - (await readMaxSpan(database, range)),
      range.toUs,
      range.fromUs - 1,
    ],
  });
  const widest = fineBinUs(row?.lowest_hz ?? 0);
  // 2 s does not divide 5 s, so mixed widths cannot be combined.
  return widest === fineBinUs(row?.highest_hz ?? 0) ? widest : LEVEL_10_S_US;
}
