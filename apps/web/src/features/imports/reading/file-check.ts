import type { Problem } from '@yamori/domain';

/**
 * Minimum and maximum in each of `TRACE_COLUMNS` parts of the recording; NaN if nothing was
 * measured.
 */
export type Trace = { readonly minimum: Float32Array; readonly maximum: Float32Array };
export const TRACE_COLUMNS = 240;

/** A stream as the file describes it. */
export type CheckedStream = {
  readonly label: string;
  readonly unit: string;
  readonly channels: number;
  /** 0 for events, and if the file does not contain it. */
  readonly sampleRateHz: number;
  readonly samples: number;
  /** One for each channel up to three; with more channels, one of their mean. */
  readonly traces: readonly Trace[];
};

/** A kind of problem in a file: its first position and the count. */
export type FileFault = {
  readonly code: string;
  readonly byteOffset: number;
  readonly count: number;
  /** For tables: the row, counted from 1 including header rows, and the column's name. */
  readonly row?: number;
  readonly column?: string;
  /** For a recording of several files: the affected file. */
  readonly file?: string | undefined;
  /** For headers: a key of `imports.field` of the texts. */
  readonly field?: string;
};

/** Seconds since the recording's first sample. */
export type FileGap = { readonly fromSeconds: number; readonly toSeconds: number };

/**
 * Start of a recording: an instant, a local time at its place of origin (`2026-11-21T22:00:00`), or
 * unknown.
 */
export type RecordingStart =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'local'; readonly text: string }
  | { readonly kind: 'unknown' };

/** The result of checking a file before it is sent. */
export type FileCheck = {
  readonly sha256: string;
  /** For display: `EDF+C`, `Yamori`, `Condor ActTrust`. */
  readonly formatName: string;
  readonly serial: string | null;
  readonly deviceTypeCode: string | null;
  readonly start: RecordingStart;
  /** From the first sample to the end of the last, gaps included. */
  readonly seconds: number;
  readonly streams: readonly CheckedStream[];
  readonly annotations: number;
  readonly gapCount: number;
  /** The first gaps. */
  readonly gaps: readonly FileGap[];
  readonly faults: readonly FileFault[];
  /**
   * Why it cannot be imported as it is. The user can supply the value for `import-rate-missing` and
   * `import-start-missing`.
   */
  readonly problem: Problem | null;
};

/** The result of a reader; the SHA-256 is known at the end of the file. */
export type Found = Omit<FileCheck, 'sha256'>;

export const MAX_GAPS_LISTED = 50;

export const nothingFound = (
  formatName: string,
  problem: Problem,
  faults: readonly FileFault[] = [],
): Found => ({
  formatName,
  serial: null,
  deviceTypeCode: null,
  start: { kind: 'unknown' },
  seconds: 0,
  streams: [],
  annotations: 0,
  gapCount: 0,
  gaps: [],
  faults,
  problem,
});

/** Whether the user can supply the missing value. */
export const canBeTold = ({ code }: Problem): boolean =>
  code === 'import-rate-missing' || code === 'import-start-missing';
