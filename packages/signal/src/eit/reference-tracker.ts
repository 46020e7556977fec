import { eitReadings } from './measurement-order.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

export interface ReferenceTracker {
  /** Adds a frame to the reference. */
  push(frame: Samples): void;
  /** 208 readings; undefined before the first frame. The array is reused. */
  reference(): Float32Array | undefined;
  reset(): void;
}

export interface ReferenceOptions {
  frameRateHz: number;
  /**
   * `mean`: average of the last seconds; `endExpiration`: average of the last few ends of
   * expiration.
   */
  kind: 'mean' | 'endExpiration';
  /** Time constant of the mean in seconds. Default 20. */
  seconds?: number;
}

/** Weight of a new end of expiration against the previous ones. */
const NEW_BREATH_SHARE = 0.3;
/** A breath is complete once the level rose and fell again by this share of the usual swing. */
const TURN_SHARE = 0.4;

/**
 * Tracks the reference frame of time-difference imaging. The end of expiration has the lowest mean
 * reading, because air in the lungs raises the voltages overall.
 */
export function createReferenceTracker({
  frameRateHz,
  kind,
  seconds = 20,
}: ReferenceOptions): ReferenceTracker {
  const mean = new Float32Array(eitReadings).fill(Number.NaN);
  const lowest = new Float32Array(eitReadings);
  const expired = new Float32Array(eitReadings).fill(Number.NaN);
  const share = 1 - Math.exp(-1 / (seconds * frameRateHz));
  let frames = 0;
  let breaths = 0;
  let lowestLevel = Infinity;
  let highestLevel = -Infinity;
  let swing = 0;

  const endBreath = () => {
    blend(expired, lowest, breaths === 0 ? 1 : NEW_BREATH_SHARE);
    breaths += 1;
  };
  const followBreath = (frame: Samples) => {
    const level = relativeLevel(frame, mean);
    swing = Math.max(swing * (1 - share), 0.5 * swing);
    if (level < lowestLevel) {
      lowestLevel = level;
      lowest.set(frame);
      highestLevel = level;
    }
    highestLevel = Math.max(highestLevel, level);
    swing = Math.max(swing, highestLevel - lowestLevel);
    // Past the maximum and partly down again: search for the next minimum from here.
    if (
      highestLevel - lowestLevel > TURN_SHARE * swing &&
      highestLevel - level > TURN_SHARE * swing
    ) {
      endBreath();
      lowestLevel = Infinity;
    }
  };

  return {
    push(frame) {
      blend(mean, frame, Math.max(share, 1 / (frames + 1)));
      frames += 1;
      if (kind === 'endExpiration' && frames > 1) followBreath(frame);
    },
    reference() {
      if (frames === 0) return undefined;
      return kind === 'endExpiration' && breaths > 0 ? expired : mean;
    },
    reset() {
      mean.fill(Number.NaN);
      expired.fill(Number.NaN);
      frames = 0;
      breaths = 0;
      swing = 0;
      lowestLevel = Infinity;
      highestLevel = -Infinity;
    },
  };
}

/**
 * Moves `target` towards `values`. Values that are not measured leave it unchanged; the first
 * measured value initialises it.
 */
function blend(target: Float32Array, values: Samples, share: number): void {
  for (let i = 0; i < eitReadings; i++) {
    const value = values[i] ?? Number.NaN;
    if (isNotMeasured(value)) continue;
    const before = target[i] ?? Number.NaN;
    target[i] = Number.isNaN(before) ? value : before + share * (value - before);
  }
}

function relativeLevel(frame: Samples, mean: Float32Array): number {
  let now = 0;
  let usual = 0;
  for (let i = 0; i < eitReadings; i++) {
    const value = frame[i] ?? Number.NaN;
    const before = mean[i] ?? Number.NaN;
    if (isNotMeasured(value) || Number.isNaN(before)) continue;
    now += value;
    usual += before;
  }
  return usual === 0 ? 0 : now / usual - 1;
}
