/**
 * What every reader returns: the signals of one file or file group, with what is wrong with them.
 * Times are seconds from the recording's start; the readers do no I/O and never throw on input.
 */
export type Recording = {
  /**
   * Wall-clock time of the first sample as the file states it, ISO 8601 without a zone (files have
   * none), or null.
   */
  readonly startedAt: string | null;
  /** The file's times are UTC, not those of clocks where it was made. */
  readonly isUtc?: true;
  /**
   * By how much the first sample is later than the time in the header, where a format says both
   * (EDF+ starts within a second). `startedAt` holds it already; times in the file that count from
   * the header are larger by this.
   */
  readonly startOffsetSeconds?: number;
  readonly streams: readonly RecordingStream[];
  readonly annotations: readonly RecordingAnnotation[];
  readonly gaps: readonly RecordingGap[];
  readonly problems: readonly FormatProblem[];
};

export type RecordingStream = {
  readonly label: string;
  /** As the file says it (uV, mV, L/s …); empty when it says nothing. */
  readonly unit: string;
  /** 0 when the file's samples have no rate. */
  readonly sampleRateHz: number;
  readonly samples: StreamSamples;
};

/** Physical = digital × scale + offset. A physical value that was not measured is NaN. */
export type StreamSamples =
  | {
      readonly kind: 'digital';
      readonly values: Int16Array | Int32Array;
      readonly scale: number;
      readonly offset: number;
      /** The digital value that stands for "not measured", where the format has one. */
      readonly notMeasured: number | null;
    }
  | { readonly kind: 'physical'; readonly values: Float32Array | Float64Array };

export type RecordingAnnotation = {
  readonly onsetSeconds: number;
  readonly durationSeconds: number | null;
  readonly text: string;
  /** Which file of a record it is from, where there are several (`atr`, `qrs` …). */
  readonly source?: string;
};

/**
 * Time without samples. Streams are joined over gaps: the first sample behind a gap has the index
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
 * What is wrong, in English for logs, and the byte of the file where it shows; of a table's cells
 * the name of their column too, and of a recording of several files the name of the one that it is
 * about.
 */
export type FormatProblem = {
  readonly code: FormatProblemCode;
  readonly message: string;
  readonly byteOffset: number;
  readonly column?: string;
  readonly file?: string;
};

/** The stream's values in its unit; a fresh array unless the stream holds just that. */
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

/**
 * One value in the stream's unit with all its digits; NaN when it was not measured or is not there.
 */
export function physicalAt({ samples }: RecordingStream, index: number): number {
  const value = samples.values[index] ?? Number.NaN;
  if (samples.kind === 'physical') return value;
  return value === samples.notMeasured ? Number.NaN : value * samples.scale + samples.offset;
}

/**
 * Seconds from the first sample to the end of the last one, gaps included; of a file without
 * samples, to the end of its last annotation.
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

const MOST_PROBLEMS = 1_000;

/**
 * Adds a problem of a kind that a damaged file can have without end; from some number on only once
 * that there are more.
 */
export function noteProblem(problems: FormatProblem[], problem: FormatProblem): void {
  if (problems.length < MOST_PROBLEMS) problems.push(problem);
  else if (problems.length === MOST_PROBLEMS)
    problems.push({
      code: 'overLimit',
      message: `more than ${MOST_PROBLEMS} problems; the others are left out`,
      byteOffset: problem.byteOffset,
    });
}

/** A recording with nothing in it but the reason. */
export const refusedRecording = (problem: FormatProblem): Recording => ({
  startedAt: null,
  streams: [],
  annotations: [],
  gaps: [],
  problems: [problem],
});
