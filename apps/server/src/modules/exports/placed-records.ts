import { NOT_MEASURED } from '@yamori/frames';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { ExportedStream } from './export-context.ts';
import { readWindows } from './read-windows.ts';

/** The common clock of an EDF file: record `n` begins `n × recordSeconds` after `startUs`. */
export type RecordGrid = {
  readonly startUs: number;
  readonly toUs: number;
  readonly recordSeconds: number;
};

/**
 * Consecutive records with the channels of each stream; gaps hold `NOT_MEASURED`.
 */
export type PlacedRecords = {
  readonly firstRecord: number;
  readonly count: number;
  readonly streams: readonly (readonly Int16Array[])[];
};

/**
 * Number of left-out samples of each stream: their place was taken, or their rate differs from the
 * declared one.
 */
type LeftOut = Int32Array;

const WINDOW_SECONDS = 600;
/** Maximum samples of a window; many channels or high rates shorten it. */
const WINDOW_SAMPLES = 20_000_000;
/**
 * Deviation from the expected time, in samples, within which a run continues the previous one, as
 * in timeline/sample-runs.ts.
 */
const TOLERANCE_SAMPLES = 1.5;
/** Samples by which a run may extend beyond its window. */
const SPARE_SAMPLES = 16;

/**
 * Places samples on the grid, each at the position nearest to its time, and keeps consecutive runs
 * contiguous. Deterministic for the same data. Holds one window in memory.
 */
export async function* placedRecords(
  timeline: Timeline,
  streams: readonly ExportedStream[],
  grid: RecordGrid,
  signal: AbortSignal,
  leftOut: LeftOut,
): AsyncGenerator<PlacedRecords> {
  const samplesPerSecond = streams.reduce(
    (sum, { stream }) => sum + stream.sampleRateHz * stream.channels,
    0,
  );
  const perWindow = Math.max(
    1,
    Math.floor(
      Math.min(WINDOW_SECONDS, WINDOW_SAMPLES / Math.max(1, samplesPerSecond)) / grid.recordSeconds,
    ),
  );
  const windowUs = perWindow * grid.recordSeconds * 1e6;
  const placings = streams.map(({ stream }) =>
    createPlacing(
      stream.sampleRateHz,
      stream.channels,
      Math.round(stream.sampleRateHz * grid.recordSeconds) * perWindow,
    ),
  );
  for await (const window of readWindows(
    timeline,
    streams,
    { fromUs: grid.startUs, toUs: grid.toUs, windowUs },
    signal,
  )) {
    const number = Math.round((window.fromUs - grid.startUs) / windowUs);
    placings.forEach((placing, index) => {
      placing.begin(number);
      for (const run of window.runs[index] ?? [])
        leftOut[index] = (leftOut[index] ?? 0) + placing.put(run, grid.startUs);
    });
    yield {
      firstRecord: number * perWindow,
      count: perWindow,
      streams: placings.map((placing) => placing.channels()),
    };
  }
}

type Placing = {
  /**
   * Starts a window. A window that follows the previous one keeps the samples beyond its end.
   */
  readonly begin: (window: number) => void;
  /** Places a run and returns the number of samples left out. */
  readonly put: (run: TimelineRun, startUs: number) => number;
  readonly channels: () => Int16Array[];
};

function createPlacing(sampleRateHz: number, channelCount: number, perWindow: number): Placing {
  const channels = Array.from({ length: channelCount }, () =>
    new Int16Array(perWindow + SPARE_SAMPLES).fill(NOT_MEASURED),
  );
  // `next` is the position after the last sample, counted from the grid's start.
  const state = { window: -1, next: 0 };
  return {
    begin(window) {
      const follows = window === state.window + 1;
      for (const channel of channels) {
        if (follows) channel.copyWithin(0, perWindow);
        channel.fill(NOT_MEASURED, follows ? SPARE_SAMPLES : 0);
      }
      state.window = window;
    },
    put(run, startUs) {
      const length = run.channels[0]?.length ?? 0;
      if (run.sampleRateHz !== sampleRateHz) return length;
      const windowStart = state.window * perWindow;
      const exact = ((run.firstSampleTimeUs - startUs) * sampleRateHz) / 1e6;
      const continues = Math.abs(exact - state.next) <= TOLERANCE_SAMPLES;
      const first = Math.max(windowStart, continues ? state.next : Math.round(exact));
      const skipped = Math.min(length, Math.max(0, state.next - first));
      const end = Math.min(length, windowStart + perWindow + SPARE_SAMPLES - first);
      if (end <= skipped) return length;
      channels.forEach((channel, index) =>
        channel.set(
          run.channels[index]?.subarray(skipped, end) ??
            new Int16Array(end - skipped).fill(NOT_MEASURED),
          first + skipped - windowStart,
        ),
      );
      state.next = first + end;
      return length - (end - skipped);
    },
    channels: () => channels.map((channel) => channel.subarray(0, perWindow)),
  };
}
