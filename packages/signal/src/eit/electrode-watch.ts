import {
  eitElectrodes,
  eitReadings,
  reciprocalReading,
  usesElectrode,
} from './measurement-order.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

export interface EitQuality {
  /** Share of the 208 readings that are measured, in range, steady and reciprocal, 0..1. */
  usableShare: number;
  /** Electrodes (0..15) that explain the readings that are not. */
  failedElectrodes: number[];
}

export interface ElectrodeWatch {
  /** Judge one frame. */
  push(frame: Samples): void;
  /** From the last second or so. */
  quality(): EitQuality;
}

/**
 * Difference between a reading and its reciprocal, over their mean: contact trouble when larger.
 */
const RECIPROCITY_LIMIT = 0.35;
/** Change from frame to frame, over the reading: a heart makes 1 %, a deep breath 5 %. */
const JUMP_LIMIT = 0.25;
/** Small readings are judged against this share of the median one. */
const SMALL_SHARE = 0.3;
const FAILED_SHARE = 0.7;
/** int16 readings at the end of the range. */
const SATURATED = 32_767;

/**
 * Watches frames for readings that cannot be right and finds the electrodes behind them: not
 * measured, at the end of the range, zero, jumping, or unequal to the reading with drive and
 * receive exchanged (reciprocity).
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
        failedElectrodes: explain(flagged),
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
 * Takes the electrode with the largest share of bad readings away, then the next, while that share
 * is high.
 */
function explain(flagged: Uint8Array): number[] {
  const failed: number[] = [];
  for (;;) {
    let [worst, worstShare] = [-1, FAILED_SHARE];
    for (let electrode = 0; electrode < eitElectrodes; electrode++) {
      if (failed.includes(electrode)) continue;
      const share = badShare(flagged, electrode, failed);
      if (share > worstShare) [worst, worstShare] = [electrode, share];
    }
    if (worst < 0) return failed.toSorted((a, b) => a - b);
    failed.push(worst);
  }
}

function badShare(flagged: Uint8Array, electrode: number, failed: number[]): number {
  let [bad, all] = [0, 0];
  for (let i = 0; i < eitReadings; i++) {
    if (!usesElectrode(i, electrode) || failed.some((other) => usesElectrode(i, other))) continue;
    all += 1;
    bad += flagged[i] ?? 0;
  }
  return all === 0 ? 0 : bad / all;
}
