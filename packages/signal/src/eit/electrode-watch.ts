import {
  eitElectrodes,
  eitReadings,
  reciprocalReading,
  usesElectrode,
} from './measurement-order.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

export interface EitQuality {
  /** Share of the 208 readings that are measured, in range, stable and reciprocal, 0..1. */
  usableShare: number;
  /** Electrodes (0..15) that explain the unusable readings. */
  failedElectrodes: number[];
}

export interface ElectrodeWatch {
  push(frame: Samples): void;
  /** Covers about the last second. */
  quality(): EitQuality;
}

/**
 * Maximum difference between a reading and its reciprocal, relative to their mean; a larger one
 * indicates poor contact.
 */
const RECIPROCITY_LIMIT = 0.35;
/** Maximum relative change between frames; the heart makes 1 %, a deep breath 5 %. */
const JUMP_LIMIT = 0.25;
/** Smaller readings are assessed against this share of the median reading. */
const SMALL_SHARE = 0.3;
const FAILED_SHARE = 0.7;
/** Limit of int16 readings. */
const SATURATED = 32_767;

/**
 * Finds implausible readings and the electrodes that cause them. A reading is implausible if it is
 * not measured, saturated, zero, jumping, or unequal to the reading with drive and receive
 * exchanged (reciprocity).
 *
 * @param frameRateHz frames per second
 */
export function createElectrodeWatch(frameRateHz: number): ElectrodeWatch {
  const previous = new Float32Array(eitReadings).fill(Number.NaN);
  const badness = new Float32Array(eitReadings);
  const sorted = new Float32Array(eitReadings);
  const share = 1 - Math.exp(-1 / Math.max(1, frameRateHz));
  let frames = 0;

  return {
    push(frame) {
      for (let i = 0; i < eitReadings; i++)
        sorted[i] = isNotMeasured(frame[i] ?? Number.NaN) ? 0 : Math.abs(frame[i] ?? 0);
      sorted.sort();
      const floor = SMALL_SHARE * (sorted[eitReadings >> 1] ?? 0);
      for (let i = 0; i < eitReadings; i++) {
        const bad = isBad(frame, i, previous[i] ?? Number.NaN, floor) ? 1 : 0;
        badness[i] =
          (badness[i] ?? 0) + Math.max(share, 1 / (frames + 1)) * (bad - (badness[i] ?? 0));
      }
      for (let i = 0; i < eitReadings; i++) previous[i] = frame[i] ?? Number.NaN;
      frames += 1;
    },
    quality() {
      const flagged = Uint8Array.from(badness, (value) => (value > 0.3 ? 1 : 0));
      const bad = flagged.reduce((sum, flag) => sum + flag, 0);
      return {
        usableShare: frames === 0 ? 0 : 1 - bad / eitReadings,
        failedElectrodes: findFailedElectrodes(flagged),
      };
    },
  };
}

function isBad(frame: Samples, index: number, before: number, floor: number): boolean {
  const value = frame[index] ?? Number.NaN;
  if (isNotMeasured(value) || Math.abs(value) < 1e-9) return true;
  if (frame instanceof Int16Array && Math.abs(value) >= SATURATED) return true;
  const size = Math.max(floor, Math.abs(value));
  if (Math.abs(value - before) > JUMP_LIMIT * size) return true;
  const mirrored = frame[reciprocalReading(index)] ?? Number.NaN;
  if (isNotMeasured(mirrored)) return false;
  return (
    Math.abs(value - mirrored) >
    RECIPROCITY_LIMIT * Math.max(floor, (Math.abs(value) + Math.abs(mirrored)) / 2)
  );
}

/**
 * Removes the electrode with the largest share of bad readings, and repeats while that share is
 * high.
 */
function findFailedElectrodes(flagged: Uint8Array): number[] {
  const failed: number[] = [];
  for (;;) {
    let worst = -1;
    let worstShare = FAILED_SHARE;
    for (let electrode = 0; electrode < eitElectrodes; electrode++) {
      if (failed.includes(electrode)) continue;
      const share = badShare(flagged, electrode, failed);
      if (share > worstShare) {
        worst = electrode;
        worstShare = share;
      }
    }
    if (worst < 0) return failed.toSorted((a, b) => a - b);
    failed.push(worst);
  }
}

function badShare(flagged: Uint8Array, electrode: number, failed: number[]): number {
  let bad = 0;
  let all = 0;
  for (let i = 0; i < eitReadings; i++) {
    if (!usesElectrode(i, electrode) || failed.some((other) => usesElectrode(i, other))) continue;
    all += 1;
    bad += flagged[i] ?? 0;
  }
  return all === 0 ? 0 : bad / all;
}
