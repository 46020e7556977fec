import { createClipWatch } from '../channels/clip-watch.ts';
import type { Reading, Samples } from '../reading/reading.ts';
import { breathDoubt, type BreathDoubt } from './breath-doubt.ts';
import { createRateSteadiness } from './rate-steadiness.ts';
import type { RespirationEstimator } from './respiration-rate.ts';

/**
 * A respiration rate, and the reason why it must not be shown, if any (`breathDoubt`,
 * `createRateSteadiness`).
 */
export interface WatchedRespiration {
  /** `sent`: digital values, which show clipping; `samples`: the input of the estimator. */
  push(sent: Samples, samples: Samples, firstSampleTimeMs: number): void;
  /** Call in order of time, after new samples. `lastBreathMs`: NaN before the first breath. */
  read(nowMs: number): {
    readonly respirationRate: Reading;
    readonly respirationDoubt: BreathDoubt | null;
    readonly lastBreathMs: number;
  };
  /** Resets the estimator. */
  forget(): void;
}

export function createGatedRespiration(create: () => RespirationEstimator): WatchedRespiration {
  let estimator = create();
  let steadiness = createRateSteadiness();
  const clips = createClipWatch();
  return {
    push(sent, samples, firstSampleTimeMs) {
      clips.push(sent, firstSampleTimeMs);
      estimator.push(samples, firstSampleTimeMs);
    },
    read(nowMs) {
      const respirationRate = estimator.read(nowMs);
      const lastBreathMs = estimator.lastBreathMs();
      const doubt = breathDoubt(respirationRate, lastBreathMs, clips.share());
      const isSteady = steadiness.next(respirationRate);
      return {
        respirationRate,
        respirationDoubt:
          doubt ?? (respirationRate.kind === 'value' && !isSteady ? 'settling' : null),
        lastBreathMs,
      };
    },
    forget() {
      estimator = create();
      steadiness = createRateSteadiness();
    },
  };
}
