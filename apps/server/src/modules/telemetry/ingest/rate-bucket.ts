import { createTokenBucket, type TokenBucket } from '../../../core/limits.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';

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
