import type { EitModel } from './eit-model.ts';
import { eitElectrodes, eitImagePixels, eitReadings, usesElectrode } from './measurement-order.ts';
import { fillMissingReadings } from './missing-readings.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

export interface EitImager {
  /**
   * Relative change of conductivity per pixel between a frame and a reference (1 = 100 %): 32 × 32,
   * row-major, row 0 at the top, positive where conductivity rises, 0 outside the body. Both
   * arguments hold 208 readings in the same unit.
   *
   * @param out image to write into; allocated when omitted
   */
  image(frame: Samples, reference: Samples, out?: Float32Array): Float32Array;
  /**
   * Estimates the readings of these electrodes (0..15) from the others from now on.
   *
   * @throws RangeError for a number other than an electrode
   */
  setFailedElectrodes(electrodes: readonly number[]): void;
  /**
   * Number of measured readings in the latest image, 0..208. Under half, the image mainly shows the
   * model's prior.
   */
  usedReadings(): number;
}

/** A reference reading below this share of the largest one is noise. */
const MIN_REFERENCE_SHARE = 1e-4;

/**
 * Reconstructs an image with one matrix product a frame (about 0.1 ms). Missing readings and those
 * of failed electrodes are estimated.
 */
export function createEitImager(model: EitModel): EitImager {
  const relative = new Float64Array(eitReadings);
  const failed = new Uint8Array(eitReadings);
  const missing = new Uint8Array(eitReadings);
  let used = 0;

  const compare = (frame: Samples, reference: Samples) => {
    let largest = 0;
    for (const value of reference)
      if (!isNotMeasured(value)) largest = Math.max(largest, Math.abs(value));
    used = 0;
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
      if (isUsable) used += 1;
    }
    fillMissingReadings(relative, missing);
  };

  return {
    image(frame, reference, out = new Float32Array(eitImagePixels)) {
      compare(frame, reference);
      out.fill(0);
      const { rows, pixels } = model;
      const readings = relative.length;
      for (let row = 0; row < pixels.length; row++) {
        let sum = 0;
        const base = row * readings;
        for (let i = 0; i < readings; i++) sum += (rows[base + i] ?? 0) * (relative[i] ?? 0);
        out[pixels[row] ?? 0] = sum;
      }
      return out;
    },
    setFailedElectrodes(electrodes) {
      for (const electrode of electrodes) {
        if (!Number.isInteger(electrode) || electrode < 0 || electrode >= eitElectrodes)
          throw new RangeError(`electrode must be 0..${eitElectrodes - 1}, got ${electrode}`);
      }
      for (let i = 0; i < eitReadings; i++)
        failed[i] = electrodes.some((electrode) => usesElectrode(i, electrode)) ? 1 : 0;
    },
    usedReadings: () => used,
  };
}
