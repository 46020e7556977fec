import type { FormatProblem } from '../recording.ts';

export const GOE_MF_ELECTRODES = 16;
export const GOE_MF_MEASUREMENTS = 208;
const RECEIVERS_PER_DRIVE = 13;
const FLOATS_PER_FRAME = 256;
const FRAME_BYTES = 4 * FLOATS_PER_FRAME;
const DEFAULT_FRAME_RATE_HZ = 13;

/**
 * A recording of the Göttingen Goe-MF II impedance tomograph (.get). Arrays are frame-major in the
 * device's order: measurement `drive × 13 + rank` is the voltage at the electrode pair `(drive + 2
 * + rank) mod 16` with current through the pair `drive`; pair k is between the electrodes k and k +
 * 1, counted from 0. Yamori uses this order everywhere.
 */
export type GoeMfRecording = {
  readonly frameRateHz: number;
  readonly frameCount: number;
  /** 208 per frame. */
  readonly voltages: Float32Array;
  /** 16 per frame: the current of each drive. */
  readonly currents: Float32Array;
  /** 16 per frame: the voltage at each driving pair. */
  readonly driveVoltages: Float32Array;
  /** 16 per frame, as written by the device. */
  readonly auxiliary: Float32Array;
  readonly problems: readonly FormatProblem[];
};

/**
 * Reads 256 little-endian float32 per frame. The file has no header, so the caller gives the rate
 * (default 13 frames/s).
 */
export function readGoeMf(bytes: Uint8Array, frameRateHz = DEFAULT_FRAME_RATE_HZ): GoeMfRecording {
  const frameCount = Math.floor(bytes.length / FRAME_BYTES);
  const problems: FormatProblem[] = [];
  if (frameCount === 0)
    problems.push({
      code: 'noSignals',
      message: 'file is shorter than one frame of 1,024 bytes',
      byteOffset: 0,
    });
  if (bytes.length % FRAME_BYTES !== 0) {
    problems.push({
      code: 'truncated',
      message: `last frame is truncated after ${bytes.length % FRAME_BYTES} of 1,024 bytes`,
      byteOffset: frameCount * FRAME_BYTES,
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const part = (first: number, count: number): Float32Array =>
    readPart(view, frameCount, first, count, problems);
  const voltages = part(0, GOE_MF_MEASUREMENTS);
  const currents = part(GOE_MF_MEASUREMENTS, GOE_MF_ELECTRODES);
  const driveVoltages = part(GOE_MF_MEASUREMENTS + GOE_MF_ELECTRODES, GOE_MF_ELECTRODES);
  const auxiliary = part(GOE_MF_MEASUREMENTS + 2 * GOE_MF_ELECTRODES, GOE_MF_ELECTRODES);
  return { frameRateHz, frameCount, voltages, currents, driveVoltages, auxiliary, problems };
}

function readPart(
  view: DataView,
  frameCount: number,
  first: number,
  count: number,
  problems: FormatProblem[],
): Float32Array {
  const values = new Float32Array(frameCount * count);
  let firstBad = -1;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let index = 0; index < count; index++) {
      const byteOffset = frame * FRAME_BYTES + 4 * (first + index);
      const value = view.getFloat32(byteOffset, true);
      values[frame * count + index] = value;
      if (firstBad < 0 && !Number.isFinite(value)) firstBad = byteOffset;
    }
  }
  if (firstBad >= 0)
    problems.push({
      code: 'badNumber',
      message: 'a measurement is not a finite number',
      byteOffset: firstBad,
    });
  return values;
}

export type EitPair = { readonly drive: number; readonly receive: number };

/**
 * The electrode pairs of a measurement.
 *
 * @param index 0 to 207
 */
export const eitPairAt = (index: number): EitPair => {
  const drive = Math.floor(index / RECEIVERS_PER_DRIVE);
  return { drive, receive: (drive + 2 + (index % RECEIVERS_PER_DRIVE)) % GOE_MF_ELECTRODES };
};

/**
 * Reorders the 208 voltages of a frame so that the receivers of each drive are sorted by number, as
 * some reconstruction programs require.
 */
export function toFixedReceiverOrder(rotating: Float32Array): Float32Array {
  const order = Array.from({ length: GOE_MF_MEASUREMENTS }, (_, index) => ({
    index,
    ...eitPairAt(index),
  }));
  order.sort((a, b) => a.drive - b.drive || a.receive - b.receive);
  return Float32Array.from(order, ({ index }) => rotating[index] ?? Number.NaN);
}
