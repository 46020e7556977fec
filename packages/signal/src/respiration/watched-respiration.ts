import { createClipWatch } from '../channels/clip-watch.ts';
import type { Reading, Samples } from '../reading/reading.ts';
import { breathDoubt, type BreathDoubt } from './breath-doubt.ts';
import type { RespirationEstimator } from './respiration-rate.ts';

/** A respiration rate, and the reason why it must not be shown, if any (`breathDoubt`). */
export interface WatchedRespiration {
  /** `sent`: digital values, which show clipping; `taken`: the samples for the estimator. */
  push(sent: Samples, taken: Samples, firstSampleTimeMs: number): void;
  /** `lastBreathMs`: NaN before the first breath. */
  read(nowMs: number): {
    readonly respirationRate: Reading;
    readonly respirationDoubt: BreathDoubt | null;
    readonly lastBreathMs: number;
  };
  /** Resets the estimator. */
  forget(): void;
}

export function createWatchedRespiration(create: () => RespirationEstimator): WatchedRespiration {
  let estimator = create();
  const clips = createClipWatch();
  return {
    push(sent, taken, firstSampleTimeMs) {
      clips.push(sent, firstSampleTimeMs);
      estimator.push(taken, firstSampleTimeMs);
    },
    read(nowMs) {
      const respirationRate = estimator.read(nowMs);
      const lastBreathMs = estimator.lastBreathMs();
      return {
        respirationRate,
        respirationDoubt: breathDoubt(respirationRate, lastBreathMs, clips.share()),
        lastBreathMs,
      };
    },
    forget() {
      estimator = create();
    },
  };
}
