/**
 * Result of every reader: the signals of a file or file group, and their problems. Times are
 * seconds from the start of the recording. Readers do no I/O and never throw on input.
 */
export type Recording = {
  /** Wall-clock time of the first sample, ISO 8601 without a zone (files have none), or null. */
  readonly startedAt: string | null;
  /** The file's times are UTC rather than local. */
  readonly isUtc?: true;
  /**
   * Time of the first sample after the time in the header, for formats with both (EDF+ can start
   * within a second). `startedAt` includes it; times in the file that are relative to the header
   * are larger by it.
   */
  readonly startOffsetSeconds?: number;
  readonly streams: readonly RecordingStream[];
  readonly annotations: readonly RecordingAnnotation[];
  readonly gaps: readonly RecordingGap[];
  readonly problems: readonly FormatProblem[];
};

export type RecordingStream = {
  readonly label: string;
  /** From the file (uV, mV, L/s …); empty if unknown. */
  readonly unit: string;
  /** 0 if the samples have no rate. */
  readonly sampleRateHz: number;
  readonly samples: StreamSamples;
};

/** Physical = digital × scale + offset. A missing physical value is NaN. */
export type StreamSamples =
  | {
      readonly kind: 'digital';
      readonly values: Int16Array | Int32Array;
      readonly scale: number;
      readonly offset: number;
      /** The digital value for "not measured", if the format has one. */
      readonly notMeasured: number | null;
    }
  | { readonly kind: 'physical'; readonly values: Float32Array | Float64Array };

export type RecordingAnnotation = {
  readonly onsetSeconds: number;
  readonly durationSeconds: number | null;
  readonly text: string;
  /** The file of a record with several annotation files (`atr`, `qrs` …). */
  readonly source?: string;
};

/**
 * Time without samples. Streams are joined across gaps: the first sample after a gap has the index
 * `recordedSeconds × sampleRateHz`.
 */
export type RecordingGap = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Seconds of samples before the gap. */
  readonly recordedSeconds: number;
};

export type FormatProblemCode =
  | 'emptyFile'
  | 'unknownFormat'
  | 'badMagic'
  | 'badHeader'
  | 'unsupported'
  | 'missingFile'
  | 'encrypted'
  | 'unsafeName'
  | 'expandsTooFar'
  | 'severalRecordings'
  | 'nestedArchive'
  | 'noSignals'
  | 'truncated'
  | 'trailingBytes'
  | 'recordCountUnknown'
  | 'digitalRange'
  | 'badRate'
  | 'badChecksum'
  | 'badNumber'
  | 'badAnnotation'
  | 'badTime'
  | 'overlap'
  | 'overLimit'
  | 'badEncoding'
  | 'nulByte'
  | 'mixedLineEnds'
  | 'unclosedQuote';

/**
 * A problem in English, for logs, with its byte offset; for cells of a table also the column, for
 * recordings of several files also the file.
 */
export type FormatProblem = {
  readonly code: FormatProblemCode;
  readonly message: string;
  readonly byteOffset: number;
  readonly column?: string;
  readonly file?: string;
};

/**
 * Values in the stream's unit; a new array unless the stream already is a physical Float32Array.
 */
export function physicalSamples(stream: RecordingStream): Float32Array {
  const { samples } = stream;
  if (samples.kind === 'physical')
    return samples.values instanceof Float32Array
      ? samples.values
      : Float32Array.from(samples.values);
  const physical = new Float32Array(samples.values.length);
  for (const [index, value] of samples.values.entries()) {
    physical[index] =
      value === samples.notMeasured ? Number.NaN : value * samples.scale + samples.offset;
  }
  return physical;
}

/** One value in the stream's unit at full precision; NaN if missing or out of range. */
export function physicalAt({ samples }: RecordingStream, index: number): number {
  const value = samples.values[index] ?? Number.NaN;
  if (samples.kind === 'physical') return value;
  return value === samples.notMeasured ? Number.NaN : value * samples.scale + samples.offset;
}

/**
 * Seconds from the first sample to the end of the last one, including gaps; without samples, to the
 * end of the last annotation.
 */
export function recordingSeconds({ streams, gaps, annotations }: Recording): number {
  const missing = gaps.reduce((sum, gap) => sum + gap.endSeconds - gap.startSeconds, 0);
  const sampled = streams.reduce(
    (longest, { sampleRateHz, samples }) =>
      sampleRateHz > 0
        ? Math.max(longest, samples.values.length / sampleRateHz + missing)
        : longest,
    0,
  );
  return sampled > 0
    ? sampled
    : annotations.reduce(
        (latest, { onsetSeconds, durationSeconds }) =>
          Math.max(latest, onsetSeconds + (durationSeconds ?? 0)),
        0,
      );
}

const MAX_PROBLEMS = 1_000;

/** Adds a problem up to a limit, then one final problem that says there are more. */
export function addProblem(problems: FormatProblem[], problem: FormatProblem): void {
  if (problems.length < MAX_PROBLEMS) problems.push(problem);
  else if (problems.length === MAX_PROBLEMS)
    problems.push({
      code: 'overLimit',
      message: `more than ${MAX_PROBLEMS} problems; further ones omitted`,
      byteOffset: problem.byteOffset,
    });
}

/** An empty recording with one problem. */
export const refusedRecording = (problem: FormatProblem): Recording => ({
  startedAt: null,
  streams: [],
  annotations: [],
  gaps: [],
  problems: [problem],
});
