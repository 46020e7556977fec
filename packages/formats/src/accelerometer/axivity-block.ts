import type { FormatProblem } from '../recording.ts';

export const BLOCK_BYTES = 512;
const SAMPLES_OFFSET = 30;
const SAMPLES_BYTES = 480;

/**
 * One block of a .cwa file with time, temperature and light: up to 120 packed or 80 unpacked
 * samples of three axes, or 40 of six.
 */
export type AxivityBlock = {
  readonly axes: 3 | 6;
  readonly sampleCount: number;
  /** Sample by sample, all axes of each. */
  readonly samples: Int16Array;
  /** Wall-clock time of the first sample, in seconds since 1970. */
  readonly startSeconds: number;
  readonly nominalRateHz: number;
  /** g per digit, and degrees per second per digit. */
  readonly accelerationScale: number;
  readonly gyroScale: number;
  readonly temperatureC: number;
  readonly light: number;
};

/** Reads the block at byte `at`, or returns why it cannot be used. */
export function readAxivityBlock(bytes: Uint8Array, at: number): AxivityBlock | FormatProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK_BYTES);
  if (view.getUint8(0) !== 0x41 || view.getUint8(1) !== 0x58)
    return { code: 'badMagic', message: 'block does not begin with "AX"', byteOffset: at };
  let sum = 0;
  for (let word = 0; word < BLOCK_BYTES; word += 2)
    sum = (sum + view.getUint16(word, true)) & 0xffff;
  if (sum !== 0)
    return { code: 'badChecksum', message: 'block checksum does not match', byteOffset: at };
  const axes = view.getUint8(25) >> 4;
  const encoding = view.getUint8(25) & 0x0f;
  if (
    (axes !== 3 && axes !== 6) ||
    (encoding !== 0 && encoding !== 2) ||
    (encoding === 0 && axes !== 3)
  ) {
    return {
      code: 'unsupported',
      message: `unsupported block: ${axes} axes in encoding ${encoding}`,
      byteOffset: at + 25,
    };
  }
  const bytesPerSample = encoding === 0 ? 4 : 2 * axes;
  const sampleCount = Math.min(
    view.getUint16(28, true),
    Math.floor(SAMPLES_BYTES / bytesPerSample),
  );
  const nominalRateHz = 3200 / (1 << (15 - (view.getUint8(24) & 0x0f)));
  const scales = view.getUint16(18, true);
  return {
    axes,
    sampleCount,
    nominalRateHz,
    startSeconds: readStartSeconds(view, nominalRateHz),
    samples:
      encoding === 0
        ? decodePackedSamples(view, sampleCount)
        : Int16Array.from({ length: sampleCount * axes }, (_, index) =>
            view.getInt16(SAMPLES_OFFSET + 2 * index, true),
          ),
    accelerationScale: 1 / (1 << (8 + (scales >> 13))),
    gyroScale: 8000 / (1 << ((scales >> 10) & 7)) / 32_768,
    temperatureC: ((view.getUint16(20, true) & 0x3ff) * 75) / 256 - 50,
    light: scales & 0x3ff,
  };
}

/** Three 10-bit values with a common 2-bit exponent in 32 bits. */
function decodePackedSamples(view: DataView, sampleCount: number): Int16Array {
  return Int16Array.from({ length: 3 * sampleCount }, (_, index) => {
    const word = view.getUint32(SAMPLES_OFFSET + 4 * Math.floor(index / 3), true);
    const value = (word >>> (10 * (index % 3))) & 0x3ff;
    return ((value << 22) >> 22) << (word >>> 30);
  });
}

/** The block's time belongs to one of its samples. Newer devices add the fraction of a second. */
function readStartSeconds(view: DataView, rateHz: number): number {
  const packed = view.getUint32(14, true);
  const whole =
    Date.UTC(
      2000 + (packed >>> 26),
      ((packed >>> 22) & 15) - 1,
      (packed >>> 17) & 31,
      (packed >>> 12) & 31,
      (packed >>> 6) & 63,
      packed & 63,
    ) / 1000;
  const device = view.getUint16(4, true);
  const fraction = (device & 0x8000) === 0 ? 0 : ((device & 0x7fff) << 1) / 65_536;
  // With a fraction, the device shifts the sample number by the fraction's whole samples, so that
  // older readers get the right time.
  const sample = view.getInt16(26, true) + Math.floor(fraction * rateHz);
  return whole + fraction - sample / rateHz;
}
