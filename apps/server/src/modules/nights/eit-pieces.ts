import { setImmediate as pause } from 'node:timers/promises';
import { ProblemError, SAMPLES_PER_COLUMN, type TimelineStream } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { eitReadings, type EitModel } from '@yamori/signal';
import { createFairQueue, type QueueStats } from '../../core/messaging/jobs/fair-queue.ts';
import type { Interval } from '../../core/timeline/coverage.ts';
import { createBinCollector } from '../../core/timeline/pyramid/bins.ts';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import { toColumns, type StreamPiece } from '../../core/timeline/stream-pieces.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import { createEitRuns, readEitModel } from './analysis/eit-runs.ts';
import { toNightSignal } from './analysis/night-signals.ts';

/** Resolution of the image sum. A deep breath changes it by some tens. */
const SCALE = 0.01;
const MAX_DIGITAL = 32_767;
/** The running mean to which frames are compared settles after this long (three time constants). */
export const SETTLES_US = 60_000_000;
/** One read blocks the event loop, which also serves alarms, for about 10 ms. */
const WINDOW_US = 30_000_000;
/**
 * Maximum frames to sum per request, a few seconds of work. Longer ranges are decimated to every
 * n-th frame. Half an hour at 20 Hz is read in full.
 */
const MAX_FRAMES = 40_000;
/**
 * Requests beyond these limits are rejected; interested clients repeat them. A viewer sends four
 * requests at a time.
 */
const QUEUE_LIMITS = { concurrency: 1, waiting: 12, maxWaitingPerOwner: 6 };
/** Longer ranges would take minutes, and breaths are not visible at that scale. */
const MAX_RANGE_US = 24 * 3600 * 1_000_000;

/**
 * Whether this module computes the track: 208 readings per frame become one value (decision 036).
 */
export const isTomograph = (stream: TimelineStream): boolean =>
  stream.channels === eitReadings && toNightSignal(stream)?.signal === 'eitSum';

/** An EIT stream as viewers see it: one channel, the impedance of the whole image. */
export const asEitSum = (stream: TimelineStream): TimelineStream => ({
  ...stream,
  channels: 1,
  unit: '',
  scale: SCALE,
  offset: 0,
});

type EitCall = {
  /** The caller, for fair queueing. */
  readonly userId: string;
  readonly stream: TimelineStream;
  /** When the device was in the room. Data outside is neither read nor used as reference. */
  readonly stays: readonly Interval[];
  readonly fromUs: number;
  readonly toUs: number;
  readonly columnUs: number;
  readonly signal: AbortSignal;
};

export type EitPieces = {
  /** Throws `limit-tomograph-questions`, or the reason of the signal if aborted. */
  readonly read: (call: EitCall) => Promise<StreamPiece[]>;
  readonly stats: () => QueueStats;
};

/** Computes the image sum of an EIT device over time, on request and one request at a time. */
export function openEitPieces(timeline: Pick<Timeline, 'read'>): EitPieces {
  const state: { model: EitModel | null } = { model: null };
  const turns = createFairQueue(
    QUEUE_LIMITS,
    (limit) =>
      new ProblemError('limit-tomograph-questions', { retryAfterSeconds: 3, details: { limit } }),
  );
  const model = (): EitModel => (state.model ??= readEitModel());
  const read = async (call: EitCall): Promise<StreamPiece[]> => {
    const pieces: StreamPiece[] = [];
    for (const stay of call.stays) pieces.push(...(await readStay(timeline, model, call, stay)));
    return pieces;
  };
  return {
    read: async (call) =>
      call.toUs - call.fromUs > MAX_RANGE_US
        ? []
        : turns.take(call.userId, call.signal, () => read(call)),
    stats: turns.stats,
  };
}

async function readStay(
  timeline: Pick<Timeline, 'read'>,
  model: () => EitModel,
  { stream, signal, ...range }: EitCall,
  stay: Interval,
): Promise<StreamPiece[]> {
  const fromUs = Math.max(range.fromUs, stay.fromUs);
  const toUs = Math.min(range.toUs, stay.toUs);
  if (fromUs >= toUs) return [];
  // Decimate by the requested range rather than by this stay, so that the track has one rate.
  const every = Math.max(
    1,
    Math.ceil(((range.toUs - range.fromUs) / 1e6) * (stream.sampleRateHz / MAX_FRAMES)),
  );
  const sampleRateHz = stream.sampleRateHz / every;
  const trace = createEitRuns(model);
  const pieces: StreamPiece[] = [];
  const columns =
    (range.columnUs * stream.sampleRateHz) / 1e6 > SAMPLES_PER_COLUMN
      ? createBinCollector(range.columnUs, fromUs, toUs)
      : null;
  for (let atUs = Math.max(stay.fromUs, fromUs - SETTLES_US); atUs < toUs; atUs += WINDOW_US) {
    signal.throwIfAborted();
    for (const run of await timeline.read({
      serial: stream.serial,
      streamId: stream.streamId,
      fromUs: atUs,
      toUs: Math.min(toUs, atUs + WINDOW_US),
    })) {
      const sum = trace.toNightRun(decimate(run, every), { ...stream, sampleRateHz });
      const track = {
        values: toDigital(sum.samples),
        firstUs: run.firstSampleTimeUs,
        stepUs: 1e6 / sampleRateHz,
      };
      // Frames before the range only settle the reference.
      const begin = Math.min(
        track.values.length,
        Math.max(0, Math.ceil((fromUs - track.firstUs) / track.stepUs)),
      );
      const values = track.values.subarray(begin);
      const firstUs = track.firstUs + begin * track.stepUs;
      if (columns !== null) columns.addSamples(firstUs, sampleRateHz, [values]);
      else if (values.length > 0)
        pieces.push({
          kind: 'samples',
          fromUs: firstUs,
          stepUs: track.stepUs,
          minimum: [values],
          maximum: [values],
          mean: [values],
        });
    }
    await pause();
  }
  return columns === null ? pieces : toColumns(columns.finish());
}

const decimate = (run: TimelineRun, every: number): TimelineRun =>
  every === 1
    ? run
    : {
        ...run,
        channels: run.channels.map((samples) => samples.filter((_, at) => at % every === 0)),
      };

const toDigital = (sums: Float32Array): Int16Array =>
  Int16Array.from(sums, (sum) =>
    Number.isFinite(sum)
      ? Math.max(-MAX_DIGITAL, Math.min(MAX_DIGITAL, Math.round(sum / SCALE)))
      : NOT_MEASURED,
  );
