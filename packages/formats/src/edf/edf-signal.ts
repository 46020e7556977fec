import { physicalAt, type RecordingStream } from '../recording.ts';
import { numberField } from './edf-fields.ts';

/**
 * One ordinary signal as it is written: digital samples and the two ranges that give them their
 * meaning.
 */
export type EdfSignal = {
  readonly label: string;
  readonly unit: string;
  readonly transducer?: string;
  readonly prefilter?: string;
  readonly physicalMin: number;
  readonly physicalMax: number;
  readonly digitalMin: number;
  readonly digitalMax: number;
  readonly sampleRateHz: number;
  readonly values: Int16Array;
};

const LOWEST = -32_768;
const HIGHEST = 32_767;
/**
 * EDF has no value for "not measured": the lowest is kept free for it, and an annotation says where
 * it stands.
 */
const NOT_MEASURED = LOWEST;
/** Ranges in the order in which they are tried, then the samples' own. */
const USUAL_RANGES = [
  [LOWEST, HIGHEST],
  [-32_767, 32_767],
  [-2048, 2047],
  [-32_000, 32_000],
  [-10_000, 10_000],
  [-1000, 1000],
] as const;

export type PlannedSignal = {
  readonly signal: EdfSignal;
  readonly notMeasured: readonly {
    readonly onsetSeconds: number;
    readonly durationSeconds: number;
  }[];
};

/**
 * A stream as an EDF signal. 16-bit samples whose scale survives the eight characters of an EDF
 * number are taken as they are, so that they come back bit for bit; all others are spread over
 * 65,535 steps from the least to the largest value (the physical range rounded outwards to what the
 * header can hold).
 */
export function edfSignalOf(stream: RecordingStream): PlannedSignal {
  return asItIs(stream) ?? spread(stream);
}

function asItIs(stream: RecordingStream): PlannedSignal | null {
  const { samples } = stream;
  if (samples.kind !== 'digital' || !(samples.values instanceof Int16Array)) return null;
  const range = exactRange(samples.scale, samples.offset, samples.values);
  if (range === null) return null;
  return {
    signal: {
      label: stream.label,
      unit: stream.unit,
      sampleRateHz: stream.sampleRateHz,
      values: samples.values,
      ...range,
    },
    notMeasured: runs(stream),
  };
}

type Range = Pick<EdfSignal, 'physicalMin' | 'physicalMax' | 'digitalMin' | 'digitalMax'>;

/** Two digital values around all samples whose physical values are written without loss. */
function exactRange(scale: number, offset: number, values: Int16Array): Range | null {
  let [lowest, highest] = [0, 0];
  for (const value of values)
    [lowest, highest] = [Math.min(lowest, value), Math.max(highest, value)];
  for (const [digitalMin, digitalMax] of [...USUAL_RANGES, [lowest, highest] as const]) {
    if (digitalMin > lowest || digitalMax < highest || digitalMin >= digitalMax) continue;
    const [low, high] = [
      numberField(digitalMin * scale + offset),
      numberField(digitalMax * scale + offset),
    ];
    if (low === null || high === null) continue;
    const [physicalMin, physicalMax] = [Number(low), Number(high)];
    const readScale = (physicalMax - physicalMin) / (digitalMax - digitalMin);
    const drift =
      Math.abs(readScale - scale) * Math.max(-lowest, highest) +
      Math.abs(physicalMin - digitalMin * readScale - offset);
    if (drift <= Math.abs(scale) * 1e-3)
      return { physicalMin, physicalMax, digitalMin, digitalMax };
  }
  return null;
}

function spread(stream: RecordingStream): PlannedSignal {
  const count = stream.samples.values.length;
  let [lowest, highest] = [Infinity, -Infinity];
  for (let index = 0; index < count; index++) {
    const value = physicalAt(stream, index);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const [physicalMin, physicalMax] = roundedOutwards(lowest, highest);
  const steps = (HIGHEST - LOWEST) / (physicalMax - physicalMin);
  const values = new Int16Array(count);
  for (let index = 0; index < count; index++) {
    const value = physicalAt(stream, index);
    values[index] = Number.isNaN(value)
      ? NOT_MEASURED
      : Math.min(
          HIGHEST,
          Math.max(NOT_MEASURED + 1, Math.round((value - physicalMin) * steps) + LOWEST),
        );
  }
  return {
    signal: {
      label: stream.label,
      unit: stream.unit,
      sampleRateHz: stream.sampleRateHz,
      physicalMin,
      physicalMax,
      digitalMin: LOWEST,
      digitalMax: HIGHEST,
      values,
    },
    notMeasured: runs(stream),
  };
}

function roundedOutwards(lowest: number, highest: number): readonly [number, number] {
  if (!(lowest <= highest)) return [-1, 1];
  const low = Number(numberField(lowest, 'down') ?? -9_999_999);
  const high = Number(numberField(highest, 'up') ?? 99_999_999);
  // A signal that never changes needs a range all the same.
  return low < high ? [low, high] : [Math.max(-9_999_999, low - 1), Math.min(99_999_999, high + 1)];
}

/** Where nothing was measured, in seconds of samples. */
function runs(stream: RecordingStream): { onsetSeconds: number; durationSeconds: number }[] {
  const found: { onsetSeconds: number; durationSeconds: number }[] = [];
  const count = stream.samples.values.length;
  for (let index = 0; index < count; index++) {
    if (!Number.isNaN(physicalAt(stream, index))) continue;
    let end = index + 1;
    while (end < count && Number.isNaN(physicalAt(stream, end))) end++;
    found.push({
      onsetSeconds: index / stream.sampleRateHz,
      durationSeconds: (end - index) / stream.sampleRateHz,
    });
    index = end;
  }
  return found;
}
