import {
  laterBy,
  physicalAt,
  type Recording,
  recordingSeconds,
  type RecordingStream,
} from '@yamori/formats';

/** Result of `yamori inspect`: the contract of the command. */
export type Inspection = {
  readonly format: string;
  /** ISO 8601; without a zone if the file has none. Seconds below are relative to it. */
  readonly startedAt: string | null;
  readonly durationSeconds: number;
  readonly streams: readonly InspectedStream[];
  readonly annotations: readonly InspectedAnnotation[];
  readonly gaps: readonly {
    readonly fromSeconds: number;
    readonly toSeconds: number;
    readonly stream?: string;
  }[];
  readonly problems: readonly {
    readonly code: string;
    readonly message: string;
    readonly byteOffset: number;
  }[];
};

export type InspectedStream = {
  readonly label: string;
  readonly unit: string;
  readonly sampleRateHz: number;
  /** Samples per channel. */
  readonly samples: number;
  readonly channels: number;
  /** Time of the first sample. */
  readonly startSeconds: number;
  /** Statistics of the measured values in the unit; null if there are none. */
  readonly sum: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly notMeasured: number;
  readonly first: readonly (number | null)[];
  /** Null for values stored in their unit. */
  readonly firstDigital: readonly number[] | null;
  readonly sumDigital: number | null;
};

type InspectedAnnotation = {
  readonly onsetSeconds: number;
  readonly durationSeconds: number | null;
  readonly text: string;
  readonly source?: string;
};

const FIRST = 10;

/**
 * Inspects a recording. Times are relative to the start in the file's header, as in the file; the
 * first sample may be a fraction of a second later (`startSeconds`).
 */
export function inspectRecording(format: string, recording: Recording): Inspection {
  const offset = recording.startOffsetSeconds ?? 0;
  const shifted = (seconds: number): number => Math.round((seconds + offset) * 1e7) / 1e7;
  return {
    format,
    startedAt: recording.startedAt === null ? null : laterBy(recording.startedAt, -offset),
    durationSeconds: recordingSeconds(recording),
    streams: recording.streams.map((stream) => inspectStream(stream, offset)),
    annotations: recording.annotations.map((annotation) => ({
      ...annotation,
      onsetSeconds: shifted(annotation.onsetSeconds),
    })),
    gaps: recording.gaps.map((gap) => ({
      fromSeconds: shifted(gap.startSeconds),
      toSeconds: shifted(gap.endSeconds),
    })),
    problems: recording.problems,
  };
}

function inspectStream(stream: RecordingStream, startSeconds: number): InspectedStream {
  const { samples } = stream;
  const count = samples.values.length;
  const summary = summarise(count, (index) => physicalAt(stream, index));
  const isDigital = samples.kind === 'digital';
  return {
    label: stream.label,
    unit: stream.unit,
    sampleRateHz: stream.sampleRateHz,
    samples: count,
    channels: 1,
    startSeconds,
    ...summary,
    firstDigital: isDigital ? Array.from(samples.values.subarray(0, FIRST)) : null,
    sumDigital: isDigital ? sumValues(samples.values) : null,
  };
}

/** Statistics of `count` values in their unit. */
export function summarise(
  count: number,
  at: (index: number) => number,
): Pick<InspectedStream, 'sum' | 'min' | 'max' | 'mean' | 'notMeasured' | 'first'> {
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  let measured = 0;
  for (let index = 0; index < count; index++) {
    const value = at(index);
    if (Number.isNaN(value)) continue;
    sum += value;
    measured++;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const first = Array.from({ length: Math.min(FIRST, count) }, (_, index) => at(index)).map(
    (value) => (Number.isNaN(value) ? null : value),
  );
  const hasValues = measured > 0;
  return {
    sum: hasValues ? sum : null,
    min: hasValues ? min : null,
    max: hasValues ? max : null,
    mean: hasValues ? sum / measured : null,
    notMeasured: count - measured,
    first,
  };
}

export function sumValues(values: Int16Array | Int32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
