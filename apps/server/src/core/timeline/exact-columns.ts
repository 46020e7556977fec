import { NOT_MEASURED } from '@yamori/frames';
import type { StreamRange } from './frame-reader.ts';
import { createBinCollector, type Bins } from './pyramid/bins.ts';
import type { Timeline } from './timeline.ts';

export type ColumnRange = StreamRange & {
  /**
   * Preferred column width. Columns start at multiples of it, and are wider if the stored levels
   * are.
   */
  readonly columnUs: number;
};

/**
 * Minimum, maximum and mean over [fromUs, toUs) in columns of equal width, like `readPyramid`.
 * Unlike there, no column contains data from outside the range, not even at its ends: when a device
 * changes rooms within a column, each room gets only its own part.
 */
export async function readExactColumns(
  timeline: Pick<Timeline, 'read' | 'readPyramid'>,
  range: ColumnRange,
): Promise<Bins> {
  const { serial, streamId, fromUs, toUs, columnUs } = range;
  const alignedUs = Math.floor(fromUs / columnUs) * columnUs;
  const maxPoints = Math.max(1, Math.ceil((toUs - alignedUs) / columnUs));
  const found = cropBins(
    await timeline.readPyramid({
      serial,
      streamId,
      fromUs: alignedUs,
      toUs: alignedUs + maxPoints * columnUs,
      maxPoints,
    }),
    fromUs,
    toUs,
  );
  const broken = new Set(
    [fromUs, toUs]
      .filter((edgeUs) => edgeUs % found.binUs !== 0)
      .map((edgeUs) => Math.floor(edgeUs / found.binUs) - found.firstBin),
  );
  for (const index of broken)
    if (index >= 0 && index < found.counts.length)
      await recomputeColumn(timeline, range, found, index);
  return found;
}

/** Copies the columns that overlap the range. */
function cropBins(bins: Bins, fromUs: number, toUs: number): Bins {
  const firstBin = Math.max(bins.firstBin, Math.floor(fromUs / bins.binUs));
  const endBin = Math.min(bins.firstBin + bins.counts.length, Math.ceil(toUs / bins.binUs));
  const [begin, end] = [firstBin - bins.firstBin, Math.max(firstBin, endBin) - bins.firstBin];
  const parts = (tracks: readonly Int16Array[]): Int16Array[] =>
    tracks.map((track) => track.slice(begin, end));
  return {
    binUs: bins.binUs,
    firstBin,
    counts: bins.counts.slice(begin, end),
    minimum: parts(bins.minimum),
    maximum: parts(bins.maximum),
    mean: parts(bins.mean),
  };
}

/** Recomputes a column from the samples within the range. */
async function recomputeColumn(
  timeline: Pick<Timeline, 'read'>,
  { serial, streamId, fromUs, toUs }: StreamRange,
  bins: Bins,
  index: number,
): Promise<void> {
  const columnFromUs = (bins.firstBin + index) * bins.binUs;
  const runs = await timeline.read({
    serial,
    streamId,
    fromUs: Math.max(fromUs, columnFromUs),
    toUs: Math.min(toUs, columnFromUs + bins.binUs),
  });
  const collector = createBinCollector(bins.binUs, columnFromUs, columnFromUs + bins.binUs);
  for (const run of runs)
    collector.addSamples(run.firstSampleTimeUs, run.sampleRateHz ?? 0, run.channels);
  const exact = collector.finish();
  bins.counts[index] = exact.counts[0] ?? 0;
  for (const name of ['minimum', 'maximum', 'mean'] as const) {
    bins[name].forEach((track, channel) => {
      track[index] = exact[name][channel]?.[0] ?? NOT_MEASURED;
    });
  }
}
