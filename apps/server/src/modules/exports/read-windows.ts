import type { Interval } from '../../core/timeline/coverage.ts';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { ExportedStream } from './export-context.ts';

/** An interval with the data of each stream; never empty. */
type ReadWindow = {
  readonly fromUs: number;
  readonly toUs: number;
  readonly runs: readonly (readonly TimelineRun[])[];
};

type WindowedRange = {
  readonly fromUs: number;
  readonly toUs: number;
  readonly windowUs: number;
};

/** Length of the periods whose index rows are read together. */
const INDEXED_US = 86_400 * 1e6;
/**
 * Maximum length of a frame (docs/import.md): a chunk that begins this much earlier may extend into
 * the range.
 */
const MAX_FRAME_US = 6 * 3600 * 1e6;

/**
 * Reads the samples of a range in windows of equal length, one in memory at a time. The index skips
 * days without data. Throws the signal's reason when it aborts.
 */
export async function* readWindows(
  timeline: Timeline,
  streams: readonly ExportedStream[],
  { fromUs, toUs, windowUs }: WindowedRange,
  signal: AbortSignal,
): AsyncGenerator<ReadWindow> {
  let indexedToUs = fromUs;
  let intervals: readonly Interval[] = [];
  for (let index = 0; fromUs + index * windowUs < toUs; index += 1) {
    const window = {
      fromUs: fromUs + index * windowUs,
      toUs: Math.min(toUs, fromUs + (index + 1) * windowUs),
    };
    signal.throwIfAborted();
    if (window.toUs > indexedToUs) {
      indexedToUs = Math.max(window.toUs, Math.min(toUs, indexedToUs + INDEXED_US));
      intervals = await readCoverage(timeline, streams, window.fromUs, indexedToUs);
    }
    const hasData = intervals.some(
      (interval) => interval.fromUs < window.toUs && interval.toUs >= window.fromUs,
    );
    if (!hasData) continue;
    const runs: TimelineRun[][] = [];
    for (const stream of streams) runs.push(await readRuns(timeline, stream, window));
    if (runs.some((streamRuns) => streamRuns.length > 0)) yield { ...window, runs };
  }
}

async function readCoverage(
  timeline: Timeline,
  streams: readonly ExportedStream[],
  fromUs: number,
  toUs: number,
): Promise<Interval[]> {
  const serials = [...new Set(streams.map(({ stream }) => stream.serial))];
  const found = await Promise.all(
    serials.map((serial) => timeline.coverage(serial, fromUs - MAX_FRAME_US, toUs)),
  );
  return found
    .flat()
    .flatMap(({ intervals }) => intervals)
    .filter((interval) => interval.toUs >= fromUs);
}

async function readRuns(
  timeline: Timeline,
  { stream, stays }: ExportedStream,
  window: Interval,
): Promise<TimelineRun[]> {
  const found: TimelineRun[] = [];
  for (const stay of stays) {
    const fromUs = Math.max(stay.fromUs, window.fromUs);
    const toUs = Math.min(stay.toUs, window.toUs);
    if (fromUs < toUs)
      found.push(
        ...(await timeline.read({
          serial: stream.serial,
          streamId: stream.streamId,
          fromUs,
          toUs,
        })),
      );
  }
  return found;
}
