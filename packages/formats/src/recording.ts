/**
 * What every reader returns: the signals of one file or file group, with what is wrong with them.
 * Times are seconds from the recording's start; the readers do no I/O and never throw on input.
 */
export type Recording = {
  /** Wall-clock time of the first sample as the file states it, ISO 8601 without a zone (files have none), or null. */
  readonly startedAt: string | null;
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
  | { readonly kind: 'physical'; readonly values: Float32Array };

export type RecordingAnnotation = {
  readonly onsetSeconds: number;
  readonly durationSeconds: number | null;
  readonly text: string;
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
  | 'badMagic'
  | 'badHeader'
  | 'unsupported'
  | 'missingFile'
  | 'noSignals'
  | 'truncated'
  | 'trailingBytes'
  | 'recordCountUnknown'
  | 'digitalRange'
  | 'badRate'
  | 'badChecksum'
  | 'badNumber'
  | 'badAnnotation'
  | 'badTime';

/** What is wrong, in English for logs, and where (byte in the file, or character in a text). */
export type FormatProblem = { readonly code: FormatProblemCode; readonly message: string; readonly byteOffset: number };

/** The stream's values in its unit; a fresh array for digital samples, the stream's own for physical ones. */
export function physicalSamples(stream: RecordingStream): Float32Array {
  const { samples } = stream;
  if (samples.kind === 'physical') return samples.values;
  const physical = new Float32Array(samples.values.length);
  for (const [index, value] of samples.values.entries()) {
    physical[index] = value === samples.notMeasured ? Number.NaN : value * samples.scale + samples.offset;
  }
  return physical;
}

/** A recording with nothing in it but the reason. */
export const refusedRecording = (problem: FormatProblem): Recording => ({
  startedAt: null,
  streams: [],
  annotations: [],
  gaps: [],
  problems: [problem],
});
