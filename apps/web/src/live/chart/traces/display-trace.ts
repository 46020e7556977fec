import { createDisplayFilter, type DisplayFilter } from '@yamori/signal';
import type { LaneFilter } from '../chart-spec.ts';
import { MARK_GAP, MARK_SATURATED, SampleRing } from './sample-ring.ts';
import type { StreamTrace } from './stream-trace.ts';

/**
 * The trace of a lane: some channels of a stream, filtered for display, with the stream's own
 * indices and time.
 */
export type DisplayTrace = {
  readonly rings: readonly SampleRing[];
  readonly periodMs: number;
  /** Filters the samples since the last call. */
  follow(): void;
  timeMsOf(index: number): number;
  indexAt(timeMs: number): number;
};

/** Follows `trace`; without a filter it reads the stream's own memory. */
export function createDisplayTrace(
  trace: StreamTrace,
  channels: readonly number[],
  filter: LaneFilter,
): DisplayTrace {
  const sources = channels
    .map((channel) => trace.rings[channel])
    .filter((ring) => ring !== undefined);
  const time = {
    periodMs: trace.periodMs,
    timeMsOf: (index: number) => trace.timeMsOf(index),
    indexAt: (timeMs: number) => trace.indexAt(timeMs),
  };
  if (Object.keys(filter).length === 0) return { ...time, rings: sources, follow: () => undefined };
  const followers = sources.map((source) =>
    createFollower(
      source,
      createDisplayFilter({ sampleRateHz: trace.declaration.sampleRateHz, ...filter }),
    ),
  );
  return {
    ...time,
    rings: followers.map((follower) => follower.ring),
    follow() {
      for (const follower of followers) follower.follow();
    },
  };
}

/** A copy that stays fixed while the stream continues. */
export function freezeTrace(trace: DisplayTrace): DisplayTrace {
  const originMs = trace.timeMsOf(0);
  const { periodMs } = trace;
  return {
    rings: trace.rings.map((ring) => ring.clone()),
    periodMs,
    follow: () => undefined,
    timeMsOf: (index) => originMs + index * periodMs,
    indexAt: (timeMs) => (timeMs - originMs) / periodMs,
  };
}

function createFollower(
  source: SampleRing,
  filter: DisplayFilter,
): { ring: SampleRing; follow: () => void } {
  const ring = new SampleRing(source.capacity);
  const input = new Float32Array(1);
  const output = new Float32Array(1);
  return {
    ring,
    follow() {
      if (source.start > ring.end) {
        ring.pushGap(source.start - ring.end);
        filter.reset();
      }
      while (ring.end < source.end) {
        const mark = source.markAt(ring.end);
        if (mark === MARK_GAP) filter.reset();
        input[0] = source.valueAt(ring.end);
        filter.apply(input, output);
        // A saturated value is beyond the measured range; filtering would pull it back.
        ring.push((mark === MARK_SATURATED ? input[0] : output[0]) ?? Number.NaN, mark);
      }
    },
  };
}
