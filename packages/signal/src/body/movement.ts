import { createFilterState, filterSample, highPass, settleFilter } from '../filters/biquad.ts';
import {
  type Estimator,
  isNotMeasured,
  noReading,
  type Reading,
  type Samples,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export interface MovementOptions {
  /** Samples per second of one axis; at least 8 Hz. */
  sampleRateHz: number;
  /** Factor from input units to g. Default 1. */
  scale?: number;
  /** Averaging time in seconds. Default 5. */
  windowSeconds?: number;
}

/** Gravity and breathing are below this frequency, body movement above it. */
const MIN_MOVEMENT_HZ = 0.5;
const MAX_AGE_MS = 10_000;
const MAX_WINDOW_SECONDS = 120;

/**
 * Activity in mg: mean length of the acceleration vector over the last seconds, after a 0.5 Hz
 * high-pass. Lying still reads 0.5 to 3 (sensor noise, heart), turning over 20 to 200, walking 100
 * to 500. Samples are interleaved x y z.
 */
export function createMovement(options: MovementOptions): Estimator {
  const { sampleRateHz, scale = 1, windowSeconds = 5 } = options;
  const clock = createSampleClock(sampleRateHz);
  const seconds = new Float64Array(
    Math.min(MAX_WINDOW_SECONDS, Math.max(1, Math.round(windowSeconds))),
  );
  const perSecond = Math.max(1, Math.round(sampleRateHz));
  const vector = createMovementVector(sampleRateHz);
  let sum = 0;
  let measured = 0;
  let inSecond = 0;
  let closed = 0;
  let newestMs = Number.NaN;

  const restart = () => {
    vector.reset();
    sum = 0;
    measured = 0;
    inSecond = 0;
    closed = 0;
  };
  const closeSecond = (atMs: number) => {
    // Too few measurements: restart, so that a missing signal does not read as no movement.
    if (measured < perSecond / 2) return restart();
    seconds[closed % seconds.length] = sum / measured;
    closed += 1;
    sum = 0;
    measured = 0;
    inSecond = 0;
    newestMs = atMs;
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) restart();
      const frames = Math.floor(samples.length / 3);
      for (let frame = 0; frame < frames; frame++) {
        if (isMeasuredAt(samples, frame * 3)) {
          sum += vector.next(samples, frame * 3) * scale * 1000;
          measured += 1;
        }
        inSecond += 1;
        if (inSecond >= perSecond) closeSecond(clock.timeMs(frame));
      }
      clock.advance(frames);
    },
    read(nowMs): Reading {
      if (Number.isNaN(newestMs) || nowMs - newestMs > MAX_AGE_MS) return noReading;
      const used = Math.min(closed, seconds.length);
      if (used === 0) return uncertainReading('settling', newestMs);
      let total = 0;
      for (let i = 0; i < used; i++) total += seconds[i] ?? 0;
      return valueReading(total / used, used / seconds.length, newestMs);
    },
  };
}

/**
 * Activity of each epoch of a finished recording: the sum over its seconds of the mean movement
 * (mg·s).
 *
 * @param samples interleaved x y z in g
 * @returns one value per complete epoch
 */
export function activityCounts(
  samples: Samples,
  sampleRateHz: number,
  epochSeconds = 30,
): Float32Array {
  const vector = createMovementVector(sampleRateHz);
  const perEpoch = Math.round(sampleRateHz * epochSeconds);
  const epochs = new Float32Array(Math.floor(samples.length / 3 / perEpoch));
  for (let frame = 0; frame < epochs.length * perEpoch; frame++) {
    const epoch = Math.floor(frame / perEpoch);
    epochs[epoch] = (epochs[epoch] ?? 0) + (vector.next(samples, frame * 3) * 1000) / sampleRateHz;
  }
  return epochs;
}

const isMeasuredAt = (samples: Samples, at: number): boolean =>
  !isNotMeasured(samples[at] ?? Number.NaN) ||
  !isNotMeasured(samples[at + 1] ?? Number.NaN) ||
  !isNotMeasured(samples[at + 2] ?? Number.NaN);

function createMovementVector(sampleRateHz: number) {
  const filter = highPass(MIN_MOVEMENT_HZ, sampleRateHz);
  const states = [createFilterState(filter), createFilterState(filter), createFilterState(filter)];
  const last = new Float64Array(3);
  let settled = false;
  return {
    /** Length of the high-passed vector at `samples[at..at+3)`, in input units. */
    next(samples: Samples, at: number): number {
      let squares = 0;
      for (let axis = 0; axis < 3; axis++) {
        const sample = samples[at + axis] ?? Number.NaN;
        if (!isNotMeasured(sample)) last[axis] = sample;
        const state = states[axis];
        if (!state) continue;
        if (!settled) settleFilter(filter, state, last[axis] ?? 0);
        squares += filterSample(filter, state, last[axis] ?? 0) ** 2;
      }
      settled = true;
      return Math.sqrt(squares);
    },
    reset() {
      settled = false;
    },
  };
}
