import { SAMPLES_PER_COLUMN } from '@yamori/domain';
import { readExactColumns, type ColumnRange } from './exact-columns.ts';
import type { Bins } from './pyramid/bins.ts';
import { fineBinUs } from './pyramid/levels.ts';
import type { TimelineRun } from './sample-runs.ts';
import type { Timeline } from './timeline.ts';

/**
 * Part of a stream to draw: columns, or the samples themselves (`minimum`, `maximum` and `mean` are
 * then the same).
 */
export type StreamPiece = {
  readonly kind: 'columns' | 'samples';
  readonly fromUs: number;
  readonly stepUs: number;
  readonly minimum: readonly Int16Array[];
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};

type PieceRange = ColumnRange & {
  /** As declared; 0 for events. */
  readonly sampleRateHz: number;
  readonly maxColumns: number;
};

/** Maximum samples to read for columns finer than the stored levels. */
const MAX_SAMPLES_READ = 20_000_000;
/** Longer ranges of events, and more frequent events, are returned as columns. */
const MAX_EVENT_RANGE_US = 2 * 86_400 * 1e6;

/**
 * Reads a stream in [fromUs, toUs): samples if a column would contain three or fewer, else columns.
 */
export async function readStreamPieces(
  timeline: Pick<Timeline, 'read' | 'readPyramid'>,
  range: PieceRange,
): Promise<StreamPiece[]> {
  const { sampleRateHz, columnUs, fromUs, toUs } = range;
  const isShort =
    sampleRateHz > 0
      ? (columnUs * sampleRateHz) / 1e6 <= SAMPLES_PER_COLUMN
      : toUs - fromUs <= MAX_EVENT_RANGE_US;
  if (isShort) {
    const runs = await timeline.read(range);
    // A mostly silent device sends many short runs, for which columns are smaller.
    if (runs.length <= range.maxColumns) return runs.map(toPiece);
  }
  const isExpensive = ((toUs - fromUs) / 1e6) * sampleRateHz > MAX_SAMPLES_READ;
  const bins = await readExactColumns(timeline, {
    ...range,
    columnUs: isExpensive ? Math.max(columnUs, fineBinUs(sampleRateHz)) : columnUs,
  });
  return toColumns(bins);
}

/** One piece without the empty columns at its ends; none when all are empty. */
export function toColumns(bins: Bins): StreamPiece[] {
  const first = bins.counts.findIndex((count) => count > 0);
  if (first < 0) return [];
  const end = bins.counts.findLastIndex((count) => count > 0) + 1;
  const parts = (tracks: readonly Int16Array[]): Int16Array[] =>
    tracks.map((track) => track.subarray(first, end));
  return [
    {
      kind: 'columns',
      fromUs: (bins.firstBin + first) * bins.binUs,
      stepUs: bins.binUs,
      minimum: parts(bins.minimum),
      maximum: parts(bins.maximum),
      mean: parts(bins.mean),
    },
  ];
}

function toPiece({ firstSampleTimeUs, sampleRateHz = 0, channels }: TimelineRun): StreamPiece {
  return {
    kind: 'samples',
    fromUs: firstSampleTimeUs,
    stepUs: sampleRateHz > 0 ? 1e6 / sampleRateHz : 0,
    minimum: channels,
    maximum: channels,
    mean: channels,
  };
}
