import { z } from 'zod';
import { CSV_FIELD_NAMES } from '../csv/csv-kinds.ts';
import { LANGUAGES } from '../validation/person.ts';
import { problem } from './problem-schema.ts';

/**
 * Tables of rooms, devices, staff and nights (docs/csv-import.md). The browser names the import by
 * an id of its own, so that asking twice begins it once; sends its rows, which are kept and
 * answered with what would become of each; and starts it. From then on the server does it by
 * itself, whatever becomes of the browser or of a server.
 *
 *   POST   {CSV_IMPORTS_PATH}                      `beginCsvImportCall` → `csvImportReply`
 * GET    {CSV_IMPORTS_PATH}                      the member's own, newest first →
 * `csvImportListReply`
 *   GET    {CSV_IMPORTS_PATH}/{importId}           → `csvImportReply`
 *   POST   {CSV_IMPORTS_PATH}/{importId}/rows      `csvRowsCall` → `csvRowsReply`
 *   GET    {CSV_IMPORTS_PATH}/{importId}/rows      `?outcome=refused&after=0` → `csvRowPageReply`
 *   POST   {CSV_IMPORTS_PATH}/{importId}/start     `startCsvImportCall` → `csvImportReply`
 *   POST   {CSV_IMPORTS_PATH}/{importId}/cancel | undo   → `csvImportReply`
 */
export const CSV_IMPORTS_PATH = '/api/csv-imports';

/** Rows of one request and of one import. */
export const CSV_ROWS_AT_ONCE = 500;
export const CSV_ROWS_MOST = 200_000;
/** Staff are invited, and a mail goes to each. */
export const CSV_STAFF_MOST = 500;
/** What came in can be looked at, and undone, for so long. */
export const CSV_IMPORT_KEPT_DAYS = 14;

/** Kinds that become documents; minutes go to the timeline as files do (import-messages.ts). */
export const CSV_DOCUMENT_KINDS = ['room', 'device', 'staff', 'night'] as const;

const importId = z.uuid();
const rowNumber = z.int().min(1).max(100_000_000);

export const beginCsvImportCall = z.strictObject({
  importId,
  kind: z.enum(CSV_DOCUMENT_KINDS),
  domainId: z.string().min(1).max(100),
  fileName: z.string().min(1).max(255),
  /** Of the mails to those who are invited. */
  language: z.enum(LANGUAGES),
});
export type BeginCsvImportCall = z.infer<typeof beginCsvImportCall>;

const csvCells = z.partialRecord(z.enum(CSV_FIELD_NAMES), z.string().max(4000));
/** `row`: the line of the file, from 1. */
export const csvRowsCall = z.strictObject({
  rows: z
    .array(z.strictObject({ row: rowNumber, cells: csvCells }))
    .min(1)
    .max(CSV_ROWS_AT_ONCE),
});
export type CsvRowsCall = z.infer<typeof csvRowsCall>;

/**
 * What becomes, or became, of a row. `kept`: it was to be undone, but somebody has changed or used
 * what it made.
 */
export const CSV_OUTCOMES = [
  'new',
  'changed',
  'unchanged',
  'skipped',
  'refused',
  'leftOut',
  'undone',
  'kept',
] as const;
export type CsvOutcome = (typeof CSV_OUTCOMES)[number];

/**
 * `problem` of a refused row: `csv-row-invalid` with an issue a field, or the problem that its
 * write met.
 */
const rowResult = { row: rowNumber, outcome: z.enum(CSV_OUTCOMES), problem: problem.nullable() };
export const csvRowsReply = z.strictObject({ rows: z.array(z.strictObject(rowResult)) });
export type CsvRowsReply = z.infer<typeof csvRowsReply>;

/**
 * `existing`: what becomes of rows about what is there already. `leftOut`: rows that were
 * deselected.
 */
export const startCsvImportCall = z.strictObject({
  existing: z.enum(['update', 'skip']),
  leftOut: z.array(rowNumber).max(CSV_ROWS_MOST),
});
export type StartCsvImportCall = z.infer<typeof startCsvImportCall>;

export const CSV_IMPORT_STATES = [
  'draft',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

const counts = z.strictObject({
  total: z.int(),
  /** Rows that the server has yet to come to. */
  waiting: z.int(),
  outcomes: z.record(z.enum(CSV_OUTCOMES), z.int()),
});
const csvImport = z.strictObject({
  importId,
  kind: z.enum(CSV_DOCUMENT_KINDS),
  domainId: z.string(),
  fileName: z.string(),
  state: z.enum(CSV_IMPORT_STATES),
  /** Code of what ended it, where it failed. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  counts,
});
export type CsvImport = z.infer<typeof csvImport>;
export const csvImportReply = z.strictObject({ import: csvImport });
export const csvImportListReply = z.strictObject({ imports: z.array(csvImport) });

/**
 * Rows of an outcome in the order of the file, with what they held. `link`: where somebody who was
 * invited and got no mail comes in; told to whoever imported.
 */
export const csvRowPageReply = z.strictObject({
  rows: z.array(z.strictObject({ ...rowResult, cells: csvCells, link: z.string().nullable() })),
  next: z.int().nullable(),
});
export type CsvRowPage = z.infer<typeof csvRowPageReply>;
