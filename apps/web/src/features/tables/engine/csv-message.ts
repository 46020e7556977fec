import type { CsvFieldName, CsvKind, CsvOutcome, DecimalSign, Problem } from '@yamori/domain';
import type { TextEncodingName } from '@yamori/formats';

/**
 * What is wrong with a file as a whole: nothing of it is taken. `line` and `byte` where there is a
 * place.
 */
export type FileFault = {
  readonly kind:
    | 'empty'
    | 'headerOnly'
    | 'tooLarge'
    | 'tooManyRows'
    | 'tooManyColumns'
    | 'encoding'
    | 'openQuote'
    | 'nul'
    | 'unreadable';
  readonly line: number;
  readonly byte: number;
};

/** How a file is read; null is found out. */
export type Reading = {
  readonly encoding: TextEncodingName | null;
  readonly delimiter: string | null;
};

/** A file that was read, before anybody has said what it holds. */
export type OpenedTable = {
  readonly fault: FileFault | null;
  /** Line of the first line end that is not like the others; read all the same. */
  readonly mixedLineEnds: number | null;
  readonly encoding: TextEncodingName;
  readonly marked: boolean;
  readonly delimiter: string;
  readonly decimal: DecimalSign;
  /** Rows that stand before the values. */
  readonly headerRows: number;
  readonly rowCount: number;
  readonly columnCount: number;
  /** The first rows as they stand. */
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
  /** For all rows, where the file has no column of rooms. */
  readonly roomName: string | null;
  /** Ids of rooms by their names, for what goes to their timelines. */
  readonly rooms: Readonly<Record<string, string>>;
};

export type OutcomeCounts = Readonly<Record<CsvOutcome, number>>;
export type CheckedTable = {
  readonly counts: OutcomeCounts;
  readonly fields: readonly CsvFieldName[];
  /** Field names to the rooms that minutes go to. */
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
 * A room's minutes on their way: the document at `path` says how they fare. `again`: the room has
 * the same file already.
 */
export type MinuteUpload = {
  readonly room: string;
  readonly path: string;
  readonly rows: number;
  readonly again: boolean;
};

export type WrittenTable = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False where a character had no place in the file's own encoding. */
  readonly ownEncoding: boolean;
};
/** A row that was refused, with the sentence that says why, in the reader's words. */
export type Reason = { readonly line: number; readonly words: string };

export type CsvCommands = {
  readonly open: (file: Blob, reading: Reading) => Promise<OpenedTable>;
  readonly check: (setup: CheckSetup) => Promise<CheckedTable>;
  readonly rows: (filter: RowFilter, from: number, count: number) => Promise<RowWindow>;
  /** @throws ProblemError where the server refuses */
  readonly start: (existing: 'update' | 'skip', leftOut: readonly number[]) => Promise<void>;
  readonly sendMinutes: (leftOut: readonly number[]) => Promise<readonly MinuteUpload[]>;
  /** The rows of the file with these lines, as they stood, with a column of reasons. */
  readonly refusedFile: (reasonName: string, reasons: readonly Reason[]) => Promise<WrittenTable>;
};
export type CommandName = keyof CsvCommands;

/** Of what is under way. */
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
/** Both ends are ours and of one build: the mark tells our messages from those of tools. */
export const isEngineCall = (value: unknown): value is EngineCall => marked(value, 'call');
export const isEngineAnswer = (value: unknown): value is EngineAnswer =>
  marked(value, 'answer', 'refused', 'progress');
