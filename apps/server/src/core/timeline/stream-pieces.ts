import { SAMPLES_PER_COLUMN } from '@yamori/domain';
import { readExactColumns, type ColumnRange } from './exact-columns.ts';
import { fineBinUs } from './pyramid/levels.ts';
import type { TimelineRun } from './sample-runs.ts';
import type { Timeline } from './timeline.ts';

/**
 * A stretch of a stream for drawing: columns, or the samples themselves (`minimum`, `maximum` and
 * `mean` are then one).
 */
export type StreamPiece = {
  readonly kind: 'columns' | 'samples';
  readonly fromUs: number;
  readonly stepUs: number;
  readonly minimum: readonly Int16Array[];
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};

export type PieceRange = ColumnRange & {
  /** As declared; 0 for events. */
  readonly sampleRateHz: number;
  readonly mostColumns: number;
};

/** Samples that may be read for columns finer than the kept levels. */
const MOST_SAMPLES_READ = 20_000_000;
/** Events are few; where they are not, or the range is longer, they come as columns. */
const EVENTS_WITHIN_US = 2 * 86_400 * 1e6;

/**
 * What of a stream lies in [fromUs, toUs): samples where a column would hold three of them or
 * fewer, else columns.
 */
export async function readStreamPieces(
  timeline: Pick<Timeline, 'read' | 'readPyramid'>,
  range: PieceRange,
): Promise<StreamPiece[]> {
  const { sampleRateHz, columnUs, fromUs, toUs } = range;
  const isShort =
    sampleRateHz > 0
      ? (columnUs * sampleRateHz) / 1e6 <= SAMPLES_PER_COLUMN
      : toUs - fromUs <= EVENTS_WITHIN_US;
  if (isShort) {
    const runs = await timeline.read(range);
    // A device that is mostly silent sends many short runs: columns are then the smaller answer.
    if (runs.length <= range.mostColumns) return runs.map(pieceOfRun);
  }
  const isDear = ((toUs - fromUs) / 1e6) * sampleRateHz > MOST_SAMPLES_READ;
  const bins = await readExactColumns(timeline, {
    ...range,
    columnUs: isDear ? Math.max(columnUs, fineBinUs(sampleRateHz)) : columnUs,
  });
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

function pieceOfRun({ firstSampleTimeUs, sampleRateHz = 0, channels }: TimelineRun): StreamPiece {
  return {
    kind: 'samples',
    fromUs: firstSampleTimeUs,
    stepUs: sampleRateHz > 0 ? 1e6 / sampleRateHz : 0,
    minimum: channels,
    maximum: channels,
    mean: channels,
  };
}
