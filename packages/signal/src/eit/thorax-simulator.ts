import { EitModelError } from './eit-model.ts';
import { eitReadings } from './measurement-order.ts';

/** Regions whose conductivity changes; left and right are the patient's. */
export const thoraxRegions = ['leftFront', 'leftBack', 'rightFront', 'rightBack', 'heart'] as const;

/**
 * Voltages of a thorax as a second-order polynomial in the relative conductivity changes of its
 * regions.
 */
export interface ThoraxModel {
  /** 208 readings at the end of expiration, scaled to a maximum of 1. */
  baseline: Float32Array;
  /** One row of 208 per region. */
  linear: Float32Array[];
  /** One row of 208 per pair of regions i ≤ j, in row order of the triangle. */
  quadratic: Float32Array[];
}

export interface ThoraxState {
  /** 0 = end of expiration, 1 = end of a quiet inspiration, up to 2 for a deep one. */
  breath: number;
  /** 0 = heart filled, 1 = heart emptied into lungs and body. Default 0. */
  heart?: number;
  /**
   * −1 = only the patient's left lung is ventilated, 1 = only the right, 0 = both equally
   * (default).
   */
  leftRight?: number;
  /** −1 = only the front is ventilated, 1 = only the back, 0 = both equally (default). */
  frontBack?: number;
}

const MAGIC = 0x53544945; // "EITS", little-endian
const PAIRS = (thoraxRegions.length * (thoraxRegions.length + 1)) / 2;
const ROWS = 1 + thoraxRegions.length + PAIRS;
/** Relative loss of lung conductivity in a quiet breath. */
const QUIET_BREATH = 0.18;
/** Relative loss of the emptied heart, and gain of the lungs that receive its blood. */
const HEART_LOSS = 0.12;
const PERFUSION_GAIN = 0.015;

/** @throws EitModelError when the bytes are not a thorax model */
export function decodeThoraxModel(bytes: ArrayBuffer): ThoraxModel {
  const view = new DataView(bytes);
  if (bytes.byteLength !== 4 + 4 * ROWS * eitReadings || view.getUint32(0, true) !== MAGIC)
    throw new EitModelError('not a thorax model');
  const row = (index: number) =>
    Float32Array.from({ length: eitReadings }, (_, i) =>
      view.getFloat32(4 + 4 * (index * eitReadings + i), true),
    );
  return {
    baseline: row(0),
    linear: thoraxRegions.map((_, region) => row(1 + region)),
    quadratic: Array.from({ length: PAIRS }, (_, pair) => row(1 + thoraxRegions.length + pair)),
  };
}

export function encodeThoraxModel(model: ThoraxModel): ArrayBuffer {
  const bytes = new ArrayBuffer(4 + 4 * ROWS * eitReadings);
  const view = new DataView(bytes);
  view.setUint32(0, MAGIC, true);
  for (const [index, row] of [model.baseline, ...model.linear, ...model.quadratic].entries()) {
    for (const [i, value] of row.entries())
      view.setFloat32(4 + 4 * (index * eitReadings + i), value, true);
  }
  return bytes;
}

/**
 * Simulates the 208 readings of a breathing thorax without noise, in the order of
 * measurement-order.ts; the largest is about 1.
 *
 * @param out frame to write into; allocated when omitted
 */
export function simulateThorax(
  model: ThoraxModel,
  state: ThoraxState,
  out = new Float32Array(eitReadings),
): Float32Array {
  const changes = regionChanges(state);
  out.set(model.baseline);
  let pair = 0;
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i] ?? 0;
    addScaled(out, model.linear[i], change);
    for (let j = i; j < changes.length; j++, pair++)
      addScaled(out, model.quadratic[pair], change * (changes[j] ?? 0));
  }
  return out;
}

/** Relative conductivity change of each of the thoraxRegions. */
function regionChanges({ breath, heart = 0, leftRight = 0, frontBack = 0 }: ThoraxState): number[] {
  const side = [1 - leftRight, 1 + leftRight];
  const depth = [1 - frontBack, 1 + frontBack];
  const lungs = side.flatMap((lateral) =>
    depth.map((dorsal) => PERFUSION_GAIN * heart - QUIET_BREATH * breath * lateral * dorsal),
  );
  return [...lungs, -HEART_LOSS * heart];
}

function addScaled(out: Float32Array, row: Float32Array | undefined, factor: number): void {
  if (!row || factor === 0) return;
  for (let i = 0; i < eitReadings; i++) out[i] = (out[i] ?? 0) + factor * (row[i] ?? 0);
}
