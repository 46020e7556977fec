import type { ClockFitReply } from '@yamori/domain';
import { fitClock } from '@yamori/signal';
import type { Database } from '../../../core/database/database.ts';
import { createBlockCoder } from '../../../core/timeline/chunks/block-coder.ts';
import { databaseChunkStore } from '../../../core/timeline/chunks/chunk-store.ts';
import { readFrames, type StreamRange } from '../../../core/timeline/frame-reader.ts';
import { joinRuns, type TimedFrame, type TimelineRun } from '../../../core/timeline/sample-runs.ts';
import type { ImportPlan } from './import-plan.ts';
import type { Original } from './original.ts';
import type { ClockTask, ReadingStart } from './reading-messages.ts';
import { sampleStream, type SampledStream } from './sample-stream.ts';

/** Maximum clock error to search for. */
const MAX_OFFSET_SECONDS = 600;

/**
 * Compares the first channels of file streams and timeline streams. Returns the most certain fit,
 * or null if none fits.
 */
export async function fitRecordingClock(
  start: ReadingStart,
  { plan, pairs }: ClockTask,
  database: Database,
  original: Original,
  onProgress: (fraction: number) => void,
): Promise<ClockFitReply['fit']> {
  let best: ClockFitReply['fit'] = null;
  for (const [index, { stream, serial, streamId }] of pairs.entries()) {
    onProgress(index / pairs.length);
    const recording = await sampleStream(start, plan, stream, original);
    const range = comparedRange(plan, recording);
    const runs = await readRuns(database, { serial, streamId, ...range });
    const fit = fitClock(
      toSeries(runs, range, stream.sampleRateHz),
      {
        startSeconds: recording.startUs / 1e6,
        sampleRateHz: recording.sampleRateHz,
        values: recording.values,
      },
      { maxOffsetSeconds: MAX_OFFSET_SECONDS },
    );
    if (fit !== null && (best === null || fit.certainty > best.certainty))
      best = { ...fit, kind: stream.kind };
  }
  return best;
}

type TimeRange = { readonly fromUs: number; readonly toUs: number };

/**
 * The part of the timeline to compare. Limited to the samples that were read, because a recording
 * may span a year and hold two minutes of data.
 */
export function comparedRange(
  plan: Pick<ImportPlan, 'fromUs' | 'toUs'>,
  { values, sampleRateHz }: Pick<SampledStream, 'values' | 'sampleRateHz'>,
): TimeRange {
  const marginUs = MAX_OFFSET_SECONDS * 1e6;
  return {
    fromUs: plan.fromUs - marginUs,
    toUs:
      Math.min(plan.toUs, plan.fromUs + Math.ceil((values.length / sampleRateHz) * 1e6)) + marginUs,
  };
}

async function readRuns(database: Database, range: StreamRange): Promise<TimelineRun[]> {
  const frames: TimedFrame[] = [];
  const coder = createBlockCoder();
  for await (const frame of readFrames(database, databaseChunkStore, coder, range))
    frames.push(frame);
  return joinRuns(frames, range.fromUs, range.toUs);
}

/** Resamples timeline runs onto one even grid, with NaN in the gaps. */
function toSeries(runs: readonly TimelineRun[], { fromUs, toUs }: TimeRange, sampleRateHz: number) {
  const values = new Float32Array(Math.ceil(((toUs - fromUs) / 1e6) * sampleRateHz) + 1).fill(
    Number.NaN,
  );
  for (const run of runs) {
    const at = Math.round(((run.firstSampleTimeUs - fromUs) / 1e6) * sampleRateHz);
    run.channels[0]?.forEach((digital, index) => {
      if (digital !== -32_768 && at + index >= 0 && at + index < values.length)
        values[at + index] = digital;
    });
  }
  return { startSeconds: fromUs / 1e6, sampleRateHz, values };
}
