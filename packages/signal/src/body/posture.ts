import {
  type Estimator,
  isNotMeasured,
  noReading,
  type Reading,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export type Posture = 'supine' | 'left' | 'right' | 'prone' | 'upright';

export interface PostureOptions {
  /** Samples per second of one axis. */
  sampleRateHz: number;
  /** Factor from input units to g. Default 1. */
  scale?: number;
  /**
   * Row-major 3 × 3 rotation from the sensor's axes to the body's: x to the wearer's left, y to the
   * head, z out of the chest. Default: identity.
   */
  mounting?: readonly number[];
}

/** Low-pass that leaves gravity; it follows a turn within about three seconds. */
const GRAVITY_BELOW_HZ = 0.15;
const MAX_AGE_MS = 10_000;
/** Outside this range the scale is wrong or the sensor is in free fall. */
const GRAVITY_RANGE_G = [0.7, 1.3] as const;
/**
 * Direction cosine at which a posture is entered (0.72 is 44°). The current posture holds until
 * another one reaches it.
 */
const ENTER_COSINE = 0.72;
const SETTLE_SECONDS = 2;
/** Gravity after the low-pass changes too slowly to need more. */
const UPDATES_PER_SECOND = 5;
const POSTURES: readonly Posture[] = ['supine', 'left', 'right', 'prone', 'upright'];
const WORN_STRAIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/**
 * Posture from the direction of gravity; samples are interleaved x y z. At rest an accelerometer
 * reads 1 g on the axis that points up: supine +z, prone −z, on the left side −x, on the right side
 * +x, sitting or standing +y. Head down (−y) and oblique positions keep the previous posture, or
 * are uncertain without one.
 */
export function createPosture(options: PostureOptions): Estimator<Posture> {
  const { sampleRateHz, scale = 1, mounting = WORN_STRAIGHT } = options;
  const clock = createSampleClock(sampleRateHz);
  const share = 1 - Math.exp((-2 * Math.PI * GRAVITY_BELOW_HZ) / sampleRateHz);
  const framesPerUpdate = Math.max(1, Math.round(sampleRateHz / UPDATES_PER_SECOND));
  const gravity = new Float64Array(3);
  const body = new Float64Array(3);
  let count = 0;
  let newestMs = Number.NaN;
  let current: Posture | undefined;

  return {
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) count = 0;
      const frames = Math.floor(samples.length / 3);
      for (let frame = 0; frame < frames; frame++) {
        let measured = false;
        for (let axis = 0; axis < 3; axis++) {
          const sample = samples[frame * 3 + axis] ?? Number.NaN;
          if (isNotMeasured(sample)) continue;
          if (!measured && clock.timeMs(frame) - newestMs > MAX_AGE_MS) count = 0;
          newestMs = clock.timeMs(frame);
          measured = true;
          // A running mean until the low-pass takes over: no bias from an assumed initial value.
          const weight = Math.max(share, 1 / (count + 1));
          gravity[axis] = (gravity[axis] ?? 0) + weight * (sample * scale - (gravity[axis] ?? 0));
        }
        // A frame without measurements says nothing about posture.
        if (!measured) continue;
        count += 1;
        if (count < SETTLE_SECONDS * sampleRateHz || count % framesPerUpdate !== 0) continue;
        rotate(mounting, gravity, body);
        current = findPosture(body) ?? current;
      }
      clock.advance(frames);
    },
    read(nowMs): Reading<Posture> {
      if (Number.isNaN(newestMs) || nowMs - newestMs > MAX_AGE_MS) return noReading;
      if (count < SETTLE_SECONDS * sampleRateHz) return uncertainReading('settling', newestMs);
      const size = Math.hypot(...gravity);
      if (size < GRAVITY_RANGE_G[0] || size > GRAVITY_RANGE_G[1])
        return uncertainReading('implausible', newestMs);
      if (current === undefined) return uncertainReading('irregular', newestMs);
      rotate(mounting, gravity, body);
      return valueReading(current, Math.max(0, upCosine(current, body)), newestMs);
    },
  };
}

/** The posture whose axis is within 44° of gravity, if any. */
function findPosture(body: Float64Array): Posture | undefined {
  return POSTURES.find((posture) => upCosine(posture, body) > ENTER_COSINE);
}

function upCosine(posture: Posture, [x = 0, y = 0, z = 0]: Float64Array): number {
  const size = Math.hypot(x, y, z);
  switch (posture) {
    case 'supine':
      return z / size;
    case 'prone':
      return -z / size;
    case 'left':
      return -x / size;
    case 'right':
      return x / size;
    case 'upright':
      return y / size;
  }
}

function rotate(matrix: readonly number[], from: Float64Array, to: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    let sum = 0;
    for (let column = 0; column < 3; column++)
      sum += (matrix[row * 3 + column] ?? 0) * (from[column] ?? 0);
    to[row] = sum;
  }
}
