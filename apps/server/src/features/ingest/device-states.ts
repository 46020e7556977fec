import type { Clock } from '../../timeline/timeline-frame.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { createRateBucket, type RateBucket } from './rate-bucket.ts';
import { createSequenceWatch, type SequenceWatch } from './sequence-watch.ts';

/** What this server remembers of a device that sends; lost with the server, and rebuilt from what comes. */
export type DeviceState = {
  readonly bucket: RateBucket;
  readonly sequences: SequenceWatch;
  /** Whether one more refused part may be written this minute. */
  readonly mayWriteRefused: () => boolean;
  /** Runs what is said about the device one after the other, so that its events come in order. */
  readonly inOrder: <Result>(work: () => Promise<Result>) => Promise<Result>;
  framesReceived: number;
  framesRefused: number;
};

/** Keeps the `most` devices heard last. */
export type DeviceStates = { readonly of: (serial: string) => DeviceState };

export function createDeviceStates(clock: Clock, limits: IngestLimits, most = 50_000): DeviceStates {
  const states = new Map<string, DeviceState>();
  return {
    of(serial) {
      const state = states.get(serial) ?? createDeviceState(clock, limits);
      // Back to the end of the order: the one heard longest ago goes first.
      states.delete(serial);
      states.set(serial, state);
      const oldest = states.keys().next();
      if (states.size > most && oldest.done !== true) states.delete(oldest.value);
      return state;
    },
  };
}

function createDeviceState(clock: Clock, limits: IngestLimits): DeviceState {
  const order: { last: Promise<unknown> } = { last: Promise.resolve() };
  const minute = { startedMs: clock.nowMs(), written: 0 };
  return {
    bucket: createRateBucket(clock, limits.rateFactor, limits.burstSeconds),
    sequences: createSequenceWatch(clock, limits.liveAgainSeconds),
    inOrder(work) {
      const done = order.last.then(work);
      order.last = done.catch(() => undefined);
      return done;
    },
    framesReceived: 0,
    framesRefused: 0,
    mayWriteRefused() {
      if (clock.nowMs() - minute.startedMs >= 60_000) Object.assign(minute, { startedMs: clock.nowMs(), written: 0 });
      if (minute.written >= limits.refusedWrittenPerMinute) return false;
      minute.written += 1;
      return true;
    },
  };
}
