import { isNotMeasured, type Samples } from '../reading/reading.ts';
import type { EitModel } from './eit-model.ts';
import { createElectrodeWatch } from './electrode-watch.ts';
import { eitReadings, usesElectrode } from './measurement-order.ts';
import { fillMissingReadings } from './missing-readings.ts';
import { createReferenceTracker } from './reference-tracker.ts';

/**
 * Computes one value per frame: `globalImpedance` of its image relative to the mean of the last
 * seconds.
 */
export interface GlobalTrace {
  /** Rises with air in the lungs; NaN where less than half of the frame is usable. */
  push(frame: Samples): number;
  /** Restarts the reference; call after a gap. */
  reset(): void;
}

/** A reference reading below this share of the largest one is noise; same limit as the imager's. */
const MIN_REFERENCE_SHARE = 1e-4;
/** With fewer readings an image shows the model's prior rather than the chest. */
const MIN_USABLE = eitReadings / 2;
const JUDGED_EVERY_SECONDS = 1;

/**
 * Global impedance without images: an image is linear in the readings, so its sum is one weight a
 * reading. A night of 20 frames a second takes a second instead of a minute. Electrodes are
 * assessed on one frame a second.
 */
export function createGlobalTrace(model: EitModel, frameRateHz: number): GlobalTrace {
  const weights = columnSums(model);
  const tracker = createReferenceTracker({ frameRateHz, kind: 'mean' });
  const relative = new Float64Array(eitReadings);
  const missing = new Uint8Array(eitReadings);
  const failed = new Uint8Array(eitReadings);
  const framesBetween = Math.max(1, Math.round(frameRateHz * JUDGED_EVERY_SECONDS));
  let watch = createElectrodeWatch(1 / JUDGED_EVERY_SECONDS);
  let frames = 0;

  function assessElectrodes(frame: Samples): void {
    // A short dropout of the device says nothing about its electrodes.
    let measured = 0;
    for (const value of frame) if (!isNotMeasured(value)) measured += 1;
    if (measured < MIN_USABLE) return;
    watch.push(frame);
    const { failedElectrodes } = watch.quality();
    for (let i = 0; i < eitReadings; i++)
      failed[i] = failedElectrodes.some((electrode) => usesElectrode(i, electrode)) ? 1 : 0;
  }

  return {
    push(frame) {
      if (frames++ % framesBetween === 0) assessElectrodes(frame);
      tracker.push(frame);
      const reference = tracker.reference();
      if (reference === undefined) return Number.NaN;
      let largest = 0;
      for (const value of reference)
        if (!isNotMeasured(value)) largest = Math.max(largest, Math.abs(value));
      let usable = 0;
      for (let i = 0; i < eitReadings; i++) {
        const now = frame[i] ?? Number.NaN;
        const before = reference[i] ?? Number.NaN;
        const isUsable =
          failed[i] === 0 &&
          !isNotMeasured(now) &&
          !isNotMeasured(before) &&
          Math.abs(before) > MIN_REFERENCE_SHARE * largest;
        missing[i] = isUsable ? 0 : 1;
        relative[i] = isUsable ? now / before - 1 : 0;
        if (isUsable) usable += 1;
      }
      if (usable < MIN_USABLE) return Number.NaN;
      if (usable < eitReadings) fillMissingReadings(relative, missing);
      let sum = 0;
      for (let i = 0; i < eitReadings; i++) sum -= (weights[i] ?? 0) * (relative[i] ?? 0);
      return sum;
    },
    reset() {
      tracker.reset();
      watch = createElectrodeWatch(1 / JUDGED_EVERY_SECONDS);
      frames = 0;
    },
  };
}

function columnSums({ rows, pixels }: EitModel): Float64Array {
  const sums = new Float64Array(eitReadings);
  for (let row = 0; row < pixels.length; row++) {
    for (let i = 0; i < eitReadings; i++)
      sums[i] = (sums[i] ?? 0) + (rows[row * eitReadings + i] ?? 0);
  }
  return sums;
}
