import { isBeat, physicalAt, type RecordingStream, type WfdbAnnotation } from '@yamori/formats';
import type { Json } from './compare.ts';

/** Sums and extremes, computed here from the readers' output. */
export const computeSum = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);
export const computeMean = (values: readonly number[]): number =>
  computeSum(values) / values.length;
export const findMinimum = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity);
export const findMaximum = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity);

/** Interpolates between the two neighbouring values, like NumPy. */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [
    sorted[Math.floor(place)] ?? Number.NaN,
    sorted[Math.ceil(place)] ?? Number.NaN,
  ];
  return low + (high - low) * (place - Math.floor(place));
}

export const measured = (stream: RecordingStream | undefined): number[] =>
  stream === undefined
    ? []
    : Array.from({ length: stream.samples.values.length }, (_, index) =>
        physicalAt(stream, index),
      ).filter((value) => !Number.isNaN(value));

/** A column or channel in the form of most reference files. */
export function describeStream(
  stream: RecordingStream | undefined,
  rateHz = stream?.sampleRateHz ?? 0,
): Json {
  const values = measured(stream);
  const n = stream?.samples.values.length ?? 0;
  return {
    n: values.length,
    min: findMinimum(values),
    max: findMaximum(values),
    mean: computeMean(values),
    sum: computeSum(values),
    first10: values.slice(0, 10),
    fs_hz: rateHz,
    duration_s: n / rateHz,
  };
}

export function counts(words: readonly string[]): Json {
  const found: Record<string, number> = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
}

export function computeBeatFigures(annotations: readonly WfdbAnnotation[], rateHz: number) {
  const beats = annotations.filter(isBeat);
  const samples = beats.map(({ sampleIndex }) => sampleIndex);
  const intervals = samples
    .slice(1)
    .map((sample, index) => (sample - (samples[index] ?? 0)) / rateHz);
  const mean_hr_bpm = (60 * intervals.length) / computeSum(intervals);
  return { beats, samples, intervals, mean_hr_bpm };
}

const ASLEEP = new Set(['1', '2', '3', '4', 'R', 'N1', 'N2', 'N3', 'N4']);

/**
 * The figures of a night of 30-s epochs, named as in the reference files: R&K or AASM labels, with
 * `MT` and `?` neither asleep nor awake.
 */
export function computeSleepFigures(stages: readonly string[]): Record<string, Json> {
  const isAsleep = stages.map((stage) => ASLEEP.has(stage));
  const minutes = (epochs: number): number => epochs / 2;
  const onset = isAsleep.indexOf(true);
  const sleepEnd = isAsleep.lastIndexOf(true) + 1;
  const asleep = isAsleep.filter(Boolean).length;
  const wakeFrom = (from: number, to: number): number =>
    stages.slice(from, to).filter((stage) => stage === 'W').length;
  const awakenings = stages
    .slice(onset, sleepEnd)
    .filter((stage, index, all) => stage === 'W' && all[index - 1] !== 'W').length;
  return {
    epochs: stages.length,
    epoch_s: 30,
    counts: counts(stages),
    TIB_min: minutes(stages.length),
    TST_min: minutes(asleep),
    SE_pct: (100 * asleep) / stages.length,
    SOL_min: minutes(onset),
    sleep_onset_epoch: onset,
    final_awakening_epoch: sleepEnd,
    SPT_min: minutes(sleepEnd - onset),
    WASO_within_SPT_min: minutes(wakeFrom(onset, sleepEnd)),
    WASO_to_end_min: minutes(wakeFrom(onset, stages.length)),
    awakenings,
  };
}
