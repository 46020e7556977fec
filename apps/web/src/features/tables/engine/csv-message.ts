import type { CsvFieldName, CsvKind, CsvOutcome, DecimalSign, Problem } from '@yamori/domain';
import type { TextEncodingName } from '@yamori/formats';

/** A problem of the whole file, which rejects it. `line` and `byte` if it has a position. */
export type FileFault = {
  readonly kind:
    | 'empty'
    | 'headerOnly'
    | 'tooLarge'
    | 'tooManyRows'
    | 'tooManyColumns'
    | 'cellTooLarge'
    | 'encoding'
    | 'openQuote'
    | 'nul'
    | 'unreadable';
  readonly line: number;
  readonly byte: number;
  /** The cell that is too large. */
  readonly cell?: { readonly column: number; readonly bytes: number };
};

/** How to read a file; null is detected. */
export type Reading = {
  readonly encoding: TextEncodingName | null;
  readonly delimiter: string | null;
};

/** A file that was read, before the user assigns its contents. */
export type OpenedTable = {
  readonly fault: FileFault | null;
  /** Line of the first line ending that differs from the others; the file is read nevertheless. */
  readonly mixedLineEnds: number | null;
  readonly encoding: TextEncodingName;
  readonly marked: boolean;
  readonly delimiter: string;
  readonly decimal: DecimalSign;
  /** Rows before the values. */
  readonly headerRows: number;
  readonly rowCount: number;
  readonly columnCount: number;
  /** The first rows, unchanged. */
  readonly preview: readonly (readonly string[])[];
  readonly previewLines: readonly number[];
};

/** Column of the file by field. */
export type ColumnMap = { readonly [Name in CsvFieldName]?: number | undefined };

export type CheckSetup = {
  readonly kind: CsvKind;
  readonly importId: string;
  readonly domainId: string;
  readonly fileName: string;
  readonly language: 'ja' | 'en';
  readonly decimal: DecimalSign;
  readonly headerRows: number;
  readonly columns: ColumnMap;
  /** For all rows, if the file has no room column. */
  readonly roomName: string | null;
  /** Room ids by name, for data of their timelines. */
  readonly rooms: Readonly<Record<string, string>>;
};

export type OutcomeCounts = Readonly<Record<CsvOutcome, number>>;
export type CheckedTable = {
  readonly counts: OutcomeCounts;
  readonly fields: readonly CsvFieldName[];
  /** Number of rooms that get minutes. */
  readonly rooms: number;
};

export type RowFilter = CsvOutcome | 'all';
export type RowView = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly outcome: CsvOutcome;
  readonly problem: Problem | null;
};
export type RowWindow = { readonly total: number; readonly rows: readonly RowView[] };

/**
 * The upload of a room's minutes; the document at `path` has its state. `again`: the room already
 * has the same file.
 */
export type MinuteUpload = {
  readonly room: string;
  readonly path: string;
  readonly rows: number;
  readonly again: boolean;
};

export type WrittenTable = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False if the file's own encoding lacks one of the characters. */
  readonly ownEncoding: boolean;
};
/** A rejected row, with the reason in the user's language. */
export type Reason = { readonly line: number; readonly words: string };

export type CsvCommands = {
  readonly open: (file: Blob, reading: Reading) => Promise<OpenedTable>;
  readonly check: (setup: CheckSetup) => Promise<CheckedTable>;
  readonly rows: (filter: RowFilter, from: number, count: number) => Promise<RowWindow>;
  readonly start: (existing: 'update' | 'skip', leftOut: readonly number[]) => Promise<void>;
  readonly sendMinutes: (leftOut: readonly number[]) => Promise<readonly MinuteUpload[]>;
  /** The rows with these line numbers, unchanged, with a column of reasons. */
  readonly refusedFile: (reasonName: string, reasons: readonly Reason[]) => Promise<WrittenTable>;
};
export type CommandName = keyof CsvCommands;

/** Of the current command. */
export type Progress = {
  readonly phase: 'reading' | 'sending' | 'uploading';
  readonly done: number;
  readonly total: number;
};

export type EngineCall = {
  readonly csv: 'call';
  readonly id: number;
  readonly command: CommandName;
  readonly args: readonly unknown[];
};
export type EngineAnswer =
  | { readonly csv: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly csv: 'refused'; readonly id: number; readonly problem: Problem }
  | { readonly csv: 'progress'; readonly progress: Progress };

const marked = (value: unknown, ...kinds: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'csv' in value &&
  kinds.some((kind) => value.csv === kind);
/**
 * Both ends are built together: the mark distinguishes our messages from those of browser tools.
 */
export const isEngineCall = (value: unknown): value is EngineCall => marked(value, 'call');
export const isEngineAnswer = (value: unknown): value is EngineAnswer =>
  marked(value, 'answer', 'refused', 'progress');
