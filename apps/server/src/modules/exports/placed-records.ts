import { NOT_MEASURED } from '@yamori/frames';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { ExportedStream } from './export-parts.ts';
import { readWindows } from './read-windows.ts';

/** The common clock of an EDF file: record `n` begins `n × recordSeconds` behind `startUs`. */
export type RecordGrid = {
  readonly startUs: number;
  readonly toUs: number;
  readonly recordSeconds: number;
};

/**
 * Consecutive records; of each stream its channels over all of them, `NOT_MEASURED` where nothing
 * lies.
 */
export type PlacedRecords = {
  readonly firstRecord: number;
  readonly count: number;
  readonly streams: readonly (readonly Int16Array[])[];
};

/**
 * Samples of each stream that found no place: another lay there, or they came at a rate that their
 * type does not declare.
 */
export type LeftOut = Int32Array;

const WINDOW_SECONDS = 600;
/** Of many channels or high rates a window is shorter. */
const WINDOW_SAMPLES = 20_000_000;
/**
 * Samples by which a device may miss its rate before it is placed anew, as where runs are joined
 * (timeline/sample-runs.ts).
 */
const TOLERANCE_SAMPLES = 1.5;
/** A run may reach so far beyond its window. */
const SPARE_SAMPLES = 16;

/**
 * Puts samples on the grid, each at the place nearest to its time, without tearing what follows on
 * itself. The same whenever it is read, unless more arrived meanwhile. Holds one window.
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
   * Samples that a window before had put beyond its end are kept where the next one follows on it.
   */
  readonly begin: (window: number) => void;
  /** @returns how many samples found no place */
  readonly put: (run: TimelineRun, startUs: number) => number;
  readonly channels: () => Int16Array[];
};

function createPlacing(sampleRateHz: number, channelCount: number, perWindow: number): Placing {
  const channels = Array.from({ length: channelCount }, () =>
    new Int16Array(perWindow + SPARE_SAMPLES).fill(NOT_MEASURED),
  );
  // `next`: the place behind the last sample, counted from the grid's start.
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
