import type { Problem } from '@yamori/domain';

/**
 * Highest and lowest in each of `TRACE_COLUMNS` parts of the recording; NaN where nothing was
 * measured.
 */
export type Trace = { readonly minimum: Float32Array; readonly maximum: Float32Array };
export const TRACE_COLUMNS = 240;

/** A stream of the file, as the file says it. */
export type CheckedStream = {
  readonly label: string;
  readonly unit: string;
  readonly channels: number;
  /** 0 for events, and where the file does not say. */
  readonly sampleRateHz: number;
  readonly samples: number;
  /** One a channel up to three; of more channels one of their mean. */
  readonly traces: readonly Trace[];
};

/** What is wrong with the file: the first place of each kind, and how many there are. */
export type FileFault = {
  readonly code: string;
  readonly byteOffset: number;
  readonly count: number;
  /** Of a table: the row, counted from 1 with the lines of names, and the column's name. */
  readonly row?: number;
  readonly column?: string;
  /** Of a recording of several files: the one that it is about. */
  readonly file?: string | undefined;
  /** Of a header: a key of `imports.field` of the text. */
  readonly field?: string;
};

/** Seconds since the recording's first sample. */
export type FileGap = { readonly fromSeconds: number; readonly toSeconds: number };

/**
 * When a recording began: an instant, or a time on the clocks of where it was made
 * (`2026-11-21T22:00:00`), or not said.
 */
export type RecordingStart =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'local'; readonly text: string }
  | { readonly kind: 'unknown' };

/** What was found in a file before it is sent. */
export type FileCheck = {
  readonly sha256: string;
  /** For people: `EDF+C`, `Yamori`, `Condor ActTrust`. */
  readonly formatName: string;
  readonly serial: string | null;
  readonly deviceTypeCode: string | null;
  readonly start: RecordingStart;
  /** From the first sample to the end of the last, gaps included. */
  readonly seconds: number;
  readonly streams: readonly CheckedStream[];
  readonly annotations: number;
  readonly gapCount: number;
  /** The first of them. */
  readonly gaps: readonly FileGap[];
  readonly faults: readonly FileFault[];
  /**
   * Why it cannot be imported as it is. `import-rate-missing` and `import-start-missing` can be
   * told by hand.
   */
  readonly problem: Problem | null;
};

/** What the readers find; the SHA-256 comes with the end of the passage. */
export type Found = Omit<FileCheck, 'sha256'>;

export const MOST_GAPS_LISTED = 50;

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

/** What a person may tell where the file does not. */
export const canBeTold = ({ code }: Problem): boolean =>
  code === 'import-rate-missing' || code === 'import-start-missing';
