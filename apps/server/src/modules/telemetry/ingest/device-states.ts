import { createTokenBucket, createWindowLimit, type TokenBucket } from '../../../core/limits.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { createSequenceWatch, type SequenceWatch } from './sequence-watch.ts';

type RateAnswer = { readonly kind: 'taken'; readonly delayMs: number } | { readonly kind: 'over' };

/**
 * Token buckets for the streams of one device. Samples beyond the rate and the burst are accepted
 * with a delayed acknowledgement; a device that ignores the delay is over its limit.
 */
export type RateBucket = {
  readonly take: (streamId: number, sampleRateHz: number, samples: number) => RateAnswer;
  /** How long the device must pause until all its streams are within their rates; 0 if they are. */
  readonly aheadMs: () => number;
};

export function createRateBucket(clock: Clock, factor: number, burstSeconds: number): RateBucket {
  const streams = new Map<number, { readonly perSecond: number; readonly bucket: TokenBucket }>();

  function getBucket(streamId: number, perSecond: number): TokenBucket {
    const known = streams.get(streamId);
    if (known?.perSecond === perSecond) return known.bucket;
    const capacity = perSecond * burstSeconds;
    const bucket = createTokenBucket({ perSecond, capacity, maxDebt: capacity }, clock.nowMs);
    streams.set(streamId, { perSecond, bucket });
    return bucket;
  }

  return {
    take(streamId, sampleRateHz, samples) {
      // Event streams and the slowest streams may still send `factor` samples a second.
      const bucket = getBucket(streamId, factor * Math.max(sampleRateHz, 1));
      return bucket.take(samples) ? { kind: 'taken', delayMs: bucket.debtMs() } : { kind: 'over' };
    },
    aheadMs: () => Math.max(0, ...[...streams.values()].map(({ bucket }) => bucket.debtMs())),
  };
}

/** This server’s in-memory state of a sending device; rebuilt from its messages after a restart. */
export type DeviceState = {
  readonly bucket: RateBucket;
  readonly sequences: SequenceWatch;
  /** Whether another rejected part may be written this minute. */
  readonly mayWriteRefused: () => boolean;
  /** Runs work for the device sequentially, so that its events stay in order. */
  readonly inOrder: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Device clock minus server clock, as last reported; null until then, and once the device has
   * restarted.
   */
  clockOffsetUs: number | null;
  framesReceived: number;
  framesRefused: number;
};

/** Holds the most recently heard devices: between `most / 2` and `most` of them. */
export type DeviceStates = { readonly of: (serial: string) => DeviceState };

export function createDeviceStates(
  clock: Clock,
  limits: IngestLimits,
  most = 50_000,
): DeviceStates {
  // Two generations instead of an LRU list that every frame would update: an active device moves to
  // the younger one, and the older one is dropped whole.
  let younger = new Map<string, DeviceState>();
  let older = new Map<string, DeviceState>();
  return {
    of(serial) {
      const known = younger.get(serial);
      if (known !== undefined) return known;
      const state = older.get(serial) ?? createDeviceState(clock, limits);
      younger.set(serial, state);
      if (younger.size >= most / 2) [older, younger] = [younger, new Map()];
      return state;
    },
  };
}

function createDeviceState(clock: Clock, limits: IngestLimits): DeviceState {
  const order: { last: Promise<unknown> } = { last: Promise.resolve() };
  const countRefused = createWindowLimit(
    { max: limits.refusedWrittenPerMinute, windowMs: 60_000, maxKeys: 1 },
    clock.nowMs,
  );
  return {
    bucket: createRateBucket(clock, limits.rateFactor, limits.burstSeconds),
    sequences: createSequenceWatch(clock, limits.liveAgainSeconds),
    inOrder(work) {
      const done = order.last.then(work);
      order.last = done.catch(() => undefined);
      return done;
    },
    clockOffsetUs: null,
    framesReceived: 0,
    framesRefused: 0,
    mayWriteRefused: () => countRefused('') === 0,
  };
}
