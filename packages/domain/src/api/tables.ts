import { z } from 'zod';
import { CSV_FIELD_NAMES } from '../tables/csv-kinds.ts';
import { LANGUAGES } from '../validation/person.ts';
import { problem } from '../contract/problem-schema.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/** Rows of one request and of one import. */
export const CSV_ROWS_AT_ONCE = 500;
export const MAX_CSV_ROWS = 200_000;
/** Each member of staff is invited by an e-mail. */
export const MAX_CSV_STAFF = 500;
/** Days during which an import can be viewed and undone. */
export const CSV_IMPORT_RETENTION_DAYS = 14;

/** Kinds that become documents; minutes go to the timeline, as files do (import-messages.ts). */
const CSV_DOCUMENT_KINDS = ['room', 'device', 'staff', 'night'] as const;

const importId = z.uuid();
const rowNumber = z.int().min(1).max(100_000_000);

const begin = z.strictObject({
  importId,
  kind: z.enum(CSV_DOCUMENT_KINDS),
  domainId: pathId,
  fileName: z.string().min(1).max(255),
  /** Language of the invitation mails. */
  language: z.enum(LANGUAGES),
});
export type BeginCsvImportCall = z.infer<typeof begin>;

const csvCells = z.partialRecord(z.enum(CSV_FIELD_NAMES), z.string().max(4000).optional());
/** `row`: the line of the file, from 1. */
const sentRows = z.strictObject({
  rows: z
    .array(z.strictObject({ row: rowNumber, cells: csvCells }))
    .min(1)
    .max(CSV_ROWS_AT_ONCE),
});
export type CsvRowsCall = z.infer<typeof sentRows>;

/** Outcome of a row. `kept`: the undo left it, because its document was changed or used since. */
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
 * `problem` of a rejected row: `csv-row-invalid` with an issue per field, or the problem of its
 * write.
 */
const rowResult = { row: rowNumber, outcome: z.enum(CSV_OUTCOMES), problem: problem.nullable() };
const checkedRows = z.strictObject({ rows: z.array(z.strictObject(rowResult)) });
export type CsvRowsReply = z.infer<typeof checkedRows>;

/** `existing`: how to treat rows about existing documents. `leftOut`: rows that were deselected. */
const start = z.strictObject({
  existing: z.enum(['update', 'skip']),
  leftOut: z.array(rowNumber).max(MAX_CSV_ROWS),
});
export type StartCsvImportCall = z.infer<typeof start>;

const CSV_IMPORT_STATES = [
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
  /** Rows that the server has not processed yet. */
  waiting: z.int(),
  outcomes: z.record(z.enum(CSV_OUTCOMES), z.int()),
});
const csvImport = z.strictObject({
  importId,
  kind: z.enum(CSV_DOCUMENT_KINDS),
  domainId: z.string(),
  fileName: z.string(),
  state: z.enum(CSV_IMPORT_STATES),
  /** Code of the problem that ended a failed import. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  counts,
});
export type CsvImport = z.infer<typeof csvImport>;
const oneImport = z.strictObject({ import: csvImport });

/**
 * Rows of an outcome in the order of the file, with their cells. `link`: the invitation of a member
 * who got no mail; only the importing user receives it.
 */
const rowPage = z.strictObject({
  rows: z.array(z.strictObject({ ...rowResult, cells: csvCells, link: z.string().nullable() })),
  next: z.int().nullable(),
});
export type CsvRowPage = z.infer<typeof rowPage>;

const params = z.object({ importId: pathId });
const OF_IMPORT = ['csv-import-not-found', 'csv-import-forbidden'] as const;

/**
 * Tables of rooms, devices, staff and nights (docs/csv-import.md). The browser chooses the id of
 * the import, so that a repeated request begins it once. It sends the rows, which the server stores
 * and answers with the outcome of each, and then starts the import. From then on the server
 * completes it without the browser, even after a restart.
 */
export const csvImportApi = {
  begin: endpoint({
    method: 'POST',
    path: '/api/csv-imports',
    summary: 'Create an import of a CSV table',
    caller: 'member',
    body: begin,
    reply: oneImport,
    problems: [
      'csv-import-forbidden',
      'csv-import-not-found',
      'csv-import-changed',
      'domain-not-found',
      'limit-csv-drafts',
      'limit-csv-kept',
    ],
  }),
  /** Newest first. */
  list: endpoint({
    method: 'GET',
    path: '/api/csv-imports',
    summary: "List the caller's imports of CSV tables",
    caller: 'member',
    reply: z.strictObject({ imports: z.array(csvImport) }),
    problems: [],
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/csv-imports/:importId',
    summary: 'Read the state of an import of a CSV table',
    caller: 'member',
    params,
    reply: oneImport,
    problems: OF_IMPORT,
  }),
  addRows: endpoint({
    method: 'POST',
    path: '/api/csv-imports/:importId/rows',
    summary: 'Send rows of a CSV table and get the effect that each would have',
    caller: 'member',
    params,
    body: sentRows,
    reply: checkedRows,
    problems: [...OF_IMPORT, 'csv-import-state-conflict', 'limit-size-table', 'limit-csv-kept'],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/csv-imports/:importId/rows',
    summary: 'List the rows of an import that have a given result',
    caller: 'member',
    params,
    query: z.object({
      outcome: z.enum(CSV_OUTCOMES),
      after: z.coerce.number<number>().int().min(0).max(100_000_000).default(0),
    }),
    reply: rowPage,
    problems: OF_IMPORT,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/csv-imports/:importId/start',
    summary: 'Start an import: its rows are written in the background',
    caller: 'member',
    params,
    body: start,
    reply: oneImport,
    problems: [...OF_IMPORT, 'csv-import-state-conflict', 'csv-import-empty'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/csv-imports/:importId/cancel',
    summary: 'Cancel an import of a CSV table',
    caller: 'member',
    params,
    reply: oneImport,
    problems: [...OF_IMPORT, 'csv-import-state-conflict'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/csv-imports/:importId/undo',
    summary: 'Undo an import: changes that it wrote are reverted in the background',
    caller: 'member',
    params,
    reply: oneImport,
    problems: [...OF_IMPORT, 'csv-import-state-conflict'],
  }),
};
