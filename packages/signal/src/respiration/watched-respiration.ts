import { createClipWatch } from '../channels/clip-watch.ts';
import type { Reading, Samples } from '../reading/reading.ts';
import { breathDoubt, type BreathDoubt } from './breath-doubt.ts';
import type { RespirationEstimator } from './respiration-rate.ts';

/** A rate of breathing with what stands against showing it (`breathDoubt`). */
export interface WatchedRespiration {
  /**
   * `sent`: digital values, which tell whether the converter is at its end; `taken`: what of them
   * the estimator looks at.
   */
  push(sent: Samples, taken: Samples, firstSampleTimeMs: number): void;
  /** `lastBreathMs`: NaN before the first. */
  read(nowMs: number): {
    readonly respirationRate: Reading;
    readonly respirationDoubt: BreathDoubt | null;
    readonly lastBreathMs: number;
  };
  /** What came so far was no breath. */
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
