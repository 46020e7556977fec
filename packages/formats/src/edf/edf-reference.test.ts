import { describe, expect, it } from 'vitest';
import { readEdf } from './edf-recording.ts';
import type { Recording, RecordingStream } from '../recording.ts';
import { physicalSamples } from '../recording.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';

type SignalReference = {
  readonly label: string;
  readonly unit: string;
  readonly fs_hz: number;
  readonly n: number;
  readonly sum_digital: number;
  readonly min_digital: number;
  readonly max_digital: number;
  readonly first10_digital: readonly number[];
  readonly mean_phys?: number;
  readonly first5_phys?: readonly number[];
};
type AnnotationReference = readonly [
  onset: number,
  duration: number | null,
  text: string,
  record?: number,
];
type CaseReference = {
  readonly signals?: readonly SignalReference[];
  readonly annotations_total?: number;
  readonly annotations_first?: readonly AnnotationReference[];
};
type NightReference = {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly signals?: readonly (SignalReference | string)[];
        readonly annotations?: readonly AnnotationReference[];
      }
    >
  >;
};

function expectSignal(stream: RecordingStream | undefined, reference: SignalReference): void {
  const values = stream?.samples.values ?? new Int16Array();
  expect(stream).toMatchObject({ label: reference.label, unit: reference.unit });
  expect(stream?.sampleRateHz).toBeCloseTo(reference.fs_hz, 5);
  expect(values).toHaveLength(reference.n);
  let sum = 0;
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    sum += value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  expect([sum, low, high]).toEqual([
    reference.sum_digital,
    reference.min_digital,
    reference.max_digital,
  ]);
  expect([...values.subarray(0, reference.first10_digital.length)]).toEqual(
    reference.first10_digital,
  );
  if (stream === undefined) return;
  for (const [index, value] of (reference.first5_phys ?? []).entries()) {
    expect(Math.abs((physicalSamples(stream)[index] ?? 0) - value)).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(value)),
    );
  }
}

function expectAnnotations(recording: Recording, references: readonly AnnotationReference[]): void {
  const fraction = Number(`0.${recording.startedAt?.split('.')[1] ?? '0'}`);
  for (const [index, [onset, duration, text]] of references.entries()) {
    const annotation = recording.annotations[index];
    expect(annotation).toMatchObject({ text, durationSeconds: duration });
    expect((annotation?.onsetSeconds ?? Number.NaN) + fraction).toBeCloseTo(onset, 2);
  }
}

describe.skipIf(!hasReferenceData('edf-cases'))(
  'readEdf on the EDF cases (skipped where the recordings are absent)',
  () => {
    const cases = hasReferenceData('edf-cases')
      ? referenceValues<Record<string, CaseReference>>('edf-cases')
      : {};
    it.each(Object.keys(cases).filter((name) => name !== '_how'))(
      '%s matches the reference in counts, first samples, sums and annotations',
      (name) => {
        const reference = cases[name];
        const recording = readEdf(referenceBytes(`edf-cases/${name}`));
        for (const [index, signal] of (reference?.signals ?? []).entries())
          expectSignal(recording.streams[index], signal);
        expect(recording.annotations).toHaveLength(reference?.annotations_total ?? 0);
        expectAnnotations(recording, reference?.annotations_first ?? []);
        expect(recording.problems.filter((problem) => problem.code !== 'digitalRange')).toEqual([]);
      },
    );
  },
);

describe.skipIf(!hasReferenceData('cpap-night-resmed'))(
  'readEdf on the CPAP nights (skipped where the recordings are absent)',
  () => {
    const nights = hasReferenceData('cpap-night-resmed')
      ? referenceValues<Record<string, NightReference>>('cpap-night-resmed')
      : {};
    const files = Object.entries(nights)
      .filter(([name]) => name !== '_how')
      .flatMap(([night, { files: own }]) =>
        Object.entries(own).map(([name, reference]) => ({ path: `${night}/${name}`, reference })),
      );
    it.each(files)('$path matches the reference', ({ path, reference }) => {
      const recording = readEdf(referenceBytes(`cpap-night-resmed/${path}`));
      for (const [index, signal] of (reference.signals ?? []).entries()) {
        // The daily summary has names only.
        if (typeof signal === 'string') expect(recording.streams[index]?.label).toBe(signal);
        else
          expectSignal(
            recording.streams.find((stream) => stream.label === signal.label),
            signal,
          );
      }
      if (reference.annotations !== undefined) {
        expect(recording.annotations).toHaveLength(reference.annotations.length);
        expectAnnotations(recording, reference.annotations);
      }
      expect(
        recording.problems.map((problem) => problem.code).filter((code) => code !== 'digitalRange'),
      ).toEqual([]);
    });
  },
);
