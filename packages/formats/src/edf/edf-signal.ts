import { physicalAt, type RecordingStream } from '../recording.ts';
import { numberField } from './edf-fields.ts';

/**
 * One ordinary signal ready for writing: digital samples and the ranges that define their scale.
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
 * EDF has no value for "not measured": the lowest value is reserved for it, and an annotation marks
 * where it is used.
 */
const NOT_MEASURED = LOWEST;
/** Digital ranges in order of preference, before that of the samples. */
const USUAL_RANGES = [
  [LOWEST, HIGHEST],
  [-32_767, 32_767],
  [-2048, 2047],
  [-32_000, 32_000],
  [-10_000, 10_000],
  [-1000, 1000],
] as const;

type PlannedSignal = {
  readonly signal: EdfSignal;
  readonly notMeasured: readonly {
    readonly onsetSeconds: number;
    readonly durationSeconds: number;
  }[];
};

/**
 * Converts a stream to an EDF signal. Keeps 16-bit samples bit for bit if their scale survives the
 * eight characters of an EDF number. Quantises others to 65,535 steps from the smallest to the
 * largest value, with the physical range rounded outwards to the header's precision.
 */
export function toEdfSignal(stream: RecordingStream): PlannedSignal {
  return toExactSignal(stream) ?? quantise(stream);
}

function toExactSignal(stream: RecordingStream): PlannedSignal | null {
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
    notMeasured: findMissingRuns(stream),
  };
}

type Range = Pick<EdfSignal, 'physicalMin' | 'physicalMax' | 'digitalMin' | 'digitalMax'>;

/** A digital range around all samples with a lossless physical range. */
function exactRange(scale: number, offset: number, values: Int16Array): Range | null {
  let lowest = 0;
  let highest = 0;
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  for (const [digitalMin, digitalMax] of [...USUAL_RANGES, [lowest, highest] as const]) {
    if (digitalMin > lowest || digitalMax < highest || digitalMin >= digitalMax) continue;
    const low = numberField(digitalMin * scale + offset);
    const high = numberField(digitalMax * scale + offset);
    if (low === null || high === null) continue;
    const physicalMin = Number(low);
    const physicalMax = Number(high);
    const readScale = (physicalMax - physicalMin) / (digitalMax - digitalMin);
    const drift =
      Math.abs(readScale - scale) * Math.max(-lowest, highest) +
      Math.abs(physicalMin - digitalMin * readScale - offset);
    if (drift <= Math.abs(scale) * 1e-3)
      return { physicalMin, physicalMax, digitalMin, digitalMax };
  }
  return null;
}

function quantise(stream: RecordingStream): PlannedSignal {
  const count = stream.samples.values.length;
  let lowest = Infinity;
  let highest = -Infinity;
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
    notMeasured: findMissingRuns(stream),
  };
}

function roundedOutwards(lowest: number, highest: number): readonly [number, number] {
  if (!(lowest <= highest)) return [-1, 1];
  const low = Number(numberField(lowest, 'down') ?? -9_999_999);
  const high = Number(numberField(highest, 'up') ?? 99_999_999);
  // A constant signal also needs a range.
  return low < high ? [low, high] : [Math.max(-9_999_999, low - 1), Math.min(99_999_999, high + 1)];
}

/** Runs of missing samples, in seconds of samples. */
function findMissingRuns(
  stream: RecordingStream,
): { onsetSeconds: number; durationSeconds: number }[] {
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
