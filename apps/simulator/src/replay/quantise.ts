import { NOT_MEASURED } from '@yamori/frames';
import type { RecordingStream } from '@yamori/formats';

/** Samples as a device sends them: physical = digital × scale + offset. */
type Quantised = {
  readonly digital: Int16Array;
  readonly scale: number;
  readonly offset: number;
};

const LARGEST = 32_767;

/**
 * Converts a recording's samples to int16. Digital samples that fit stay unchanged; others are
 * quantised to 65,534 steps between their minimum and maximum. Missing samples stay missing.
 */
export function quantise(stream: RecordingStream): Quantised {
  const { samples } = stream;
  if (samples.kind === 'digital' && samples.values.every((value) => Math.abs(value) <= LARGEST)) {
    const digital = Int16Array.from(samples.values, (value) =>
      value === samples.notMeasured ? NOT_MEASURED : value,
    );
    return { digital, scale: samples.scale, offset: samples.offset };
  }
  if (samples.kind === 'digital') {
    return quantiseValues(
      Float64Array.from(samples.values, (value) =>
        value === samples.notMeasured ? Number.NaN : value * samples.scale + samples.offset,
      ),
    );
  }
  return quantiseValues(samples.values);
}

export function quantiseValues(values: Float32Array | Float64Array): Quantised {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (!(highest > lowest))
    return {
      digital: Int16Array.from(values, (value) => (Number.isFinite(value) ? 0 : NOT_MEASURED)),
      scale: 1,
      offset: Number.isFinite(lowest) ? lowest : 0,
    };
  const offset = (lowest + highest) / 2;
  const scale = (highest - lowest) / (2 * LARGEST);
  return {
    digital: Int16Array.from(values, (value) =>
      Number.isFinite(value) ? Math.round((value - offset) / scale) : NOT_MEASURED,
    ),
    scale,
    offset,
  };
}

/** Like `quantiseValues` with offset 0, for values whose ratios matter, such as EIT voltages. */
export function quantiseRatios(values: Float32Array | Float64Array): Quantised {
  let largest = 0;
  for (const value of values)
    if (Number.isFinite(value) && Math.abs(value) > largest) largest = Math.abs(value);
  const scale = largest > 0 ? largest / LARGEST : 1;
  return {
    digital: Int16Array.from(values, (value) =>
      Number.isFinite(value) ? Math.round(value / scale) : NOT_MEASURED,
    ),
    scale,
    offset: 0,
  };
}
