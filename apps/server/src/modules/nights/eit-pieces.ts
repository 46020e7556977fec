import { setImmediate as pause } from 'node:timers/promises';
import { refuse, SAMPLES_PER_COLUMN, type TimelineStream } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { eitReadings, type EitModel } from '@yamori/signal';
import { createTurns, type TurnsStanding } from '../../core/messaging/jobs/turns.ts';
import type { Interval } from '../../core/timeline/coverage.ts';
import { createBinCollector } from '../../core/timeline/pyramid/bins.ts';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import { toColumns, type StreamPiece } from '../../core/timeline/stream-pieces.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import { createEitRuns, readEitModel } from './analysis/eit-runs.ts';
import { nightSignalOf } from './analysis/night-signals.ts';

/** The sum of the image is told to a hundredth; a deep breath is some tens. */
const SCALE = 0.01;
const MOST_DIGITAL = 32_767;
/**
 * The mean that each frame is compared with is settled after this long (three of its time
 * constants).
 */
export const SETTLES_US = 60_000_000;
/** Read at once: what the thread that serves alarms is held up by is a hundredth of a second. */
const WINDOW_US = 30_000_000;
/**
 * Frames that are summed for one question: some seconds of work. Of more only every n-th is looked
 * at; half an hour of twenty a second is whole.
 */
const MOST_FRAMES = 40_000;
/**
 * One more question is refused, and asked again by whoever still looks. A reader asks four at a
 * time.
 */
const BOUNDS = { concurrency: 1, waiting: 12, waitingOfOne: 6 };
/** Longer stretches would take minutes: a lane of weeks has no breaths to show. */
const MOST_US = 24 * 3600 * 1_000_000;

/** Whether it is read here: 208 readings a frame, of which lanes show one value (decision 051). */
export const isTomograph = (stream: TimelineStream): boolean =>
  stream.channels === eitReadings && nightSignalOf(stream)?.signal === 'eitSum';

/** A tomograph as lanes see it: one channel, the impedance of the whole image. */
export const asEitSum = (stream: TimelineStream): TimelineStream => ({
  ...stream,
  channels: 1,
  unit: '',
  scale: SCALE,
  offset: 0,
});

type EitCall = {
  /** Who asks. */
  readonly userId: string;
  readonly stream: TimelineStream;
  /**
   * When the device stood in the room; what is outside of these is not looked at, nor compared
   * with.
   */
  readonly stays: readonly Interval[];
  readonly fromUs: number;
  readonly toUs: number;
  readonly columnUs: number;
  readonly signal: AbortSignal;
};

export type EitPieces = {
  /**
   * @throws ProblemError `limit-tomograph-questions`; the signal's reason when nobody waits any
   * more
   */
  readonly read: (call: EitCall) => Promise<StreamPiece[]>;
  readonly standing: () => TurnsStanding;
};

/**
 * The sum of a tomograph over time, worked out of its readings as it is asked for; one question
 * after the other.
 */
export function openEitPieces(timeline: Pick<Timeline, 'read'>): EitPieces {
  const state: { model: EitModel | null } = { model: null };
  const turns = createTurns(BOUNDS, (limit) =>
    refuse('limit-tomograph-questions', { retryAfterSeconds: 3, details: { limit } }),
  );
  const model = (): EitModel => (state.model ??= readEitModel());
  const read = async (call: EitCall): Promise<StreamPiece[]> => {
    const pieces: StreamPiece[] = [];
    for (const stay of call.stays) pieces.push(...(await readStay(timeline, model, call, stay)));
    return pieces;
  };
  return {
    read: async (call) =>
      call.toUs - call.fromUs > MOST_US
        ? []
        : turns.take(call.userId, call.signal, () => read(call)),
    standing: turns.standing,
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
  // By what was asked for, not by this stay: a lane has one pace.
  const every = Math.max(
    1,
    Math.ceil(((range.toUs - range.fromUs) / 1e6) * (stream.sampleRateHz / MOST_FRAMES)),
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
      const sum = trace.runOf(thinned(run, every), { ...stream, sampleRateHz });
      const found = {
        values: digitalOf(sum.samples),
        firstUs: run.firstSampleTimeUs,
        stepUs: 1e6 / sampleRateHz,
      };
      // What came before was for the reference alone.
      const begin = Math.min(
        found.values.length,
        Math.max(0, Math.ceil((fromUs - found.firstUs) / found.stepUs)),
      );
      const values = found.values.subarray(begin);
      const firstUs = found.firstUs + begin * found.stepUs;
      if (columns !== null) columns.addSamples(firstUs, sampleRateHz, [values]);
      else if (values.length > 0)
        pieces.push({
          kind: 'samples',
          fromUs: firstUs,
          stepUs: found.stepUs,
          minimum: [values],
          maximum: [values],
          mean: [values],
        });
    }
    await pause();
  }
  return columns === null ? pieces : toColumns(columns.finish());
}

const thinned = (run: TimelineRun, every: number): TimelineRun =>
  every === 1
    ? run
    : {
        ...run,
        channels: run.channels.map((samples) => samples.filter((_, at) => at % every === 0)),
      };

const digitalOf = (sums: Float32Array): Int16Array =>
  Int16Array.from(sums, (sum) =>
    Number.isFinite(sum)
      ? Math.max(-MOST_DIGITAL, Math.min(MOST_DIGITAL, Math.round(sum / SCALE)))
      : NOT_MEASURED,
  );
