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

const IN_TIME: RateAnswer = { kind: 'taken', delayMs: 0 };
const OVER: RateAnswer = { kind: 'over' };

export function createRateBucket(clock: Clock, factor: number, burstSeconds: number): RateBucket {
  const streams = new Map<number, { left: number; atMs: number; perSecond: number }>();
  return {
    take(streamId, sampleRateHz, samples) {
      // Event streams and the slowest streams may still send `factor` samples a second.
      const perSecond = factor * Math.max(sampleRateHz, 1);
      const capacity = perSecond * burstSeconds;
      const nowMs = clock.nowMs();
      let stream = streams.get(streamId);
      if (stream === undefined)
        streams.set(streamId, (stream = { left: capacity, atMs: nowMs, perSecond }));
      stream.left = Math.min(
        capacity,
        stream.left + (Math.max(0, nowMs - stream.atMs) / 1000) * perSecond,
      );
      stream.atMs = nowMs;
      stream.perSecond = perSecond;
      if (stream.left - samples < -capacity) return OVER;
      stream.left -= samples;
      return stream.left < 0
        ? { kind: 'taken', delayMs: Math.ceil((-stream.left / perSecond) * 1000) }
        : IN_TIME;
    },
    aheadMs() {
      const nowMs = clock.nowMs();
      let longestMs = 0;
      for (const { left, atMs, perSecond } of streams.values())
        longestMs = Math.max(
          longestMs,
          Math.ceil((-left / perSecond) * 1000) - Math.max(0, nowMs - atMs),
        );
      return longestMs;
    },
  };
}
