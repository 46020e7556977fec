import { z } from 'zod';
import type { CsvImportLimits } from '../modules/tables/csv-import-limits.ts';
import type { ImportLimits } from '../modules/imports/import-limits.ts';

const positive = z.coerce.number().int().min(1);

/** What may be uploaded and kept, how many files are read at one time, and how much may wait. */
export const importOptions = z.object({
  YAMORI_LIMIT_UPLOAD_BYTES: positive
    .default(2 * 1024 ** 3)
    .describe('largest file that may be imported'),
  YAMORI_LIMIT_UPLOAD_BYTES_DOMAIN: positive
    .default(200 * 1024 ** 3)
    .describe('bytes of imported files that one organisation may keep'),
  YAMORI_LIMIT_IMPORTS_SERVER: positive
    .max(16)
    .default(1)
    .describe('files that one server reads at one time'),
  YAMORI_LIMIT_CSV_DRAFTS: positive
    .default(20)
    .describe('CSV tables that one member may have begun and not started'),
  YAMORI_LIMIT_CSV_BYTES: positive
    .default(128 * 1024 ** 2)
    .describe(
      'cells of one CSV table as they are kept: a whole file of 64 MiB with the names of its fields',
    ),
  YAMORI_LIMIT_CSV_BYTES_DOMAIN: positive
    .default(1024 ** 3)
    .describe('cells of all CSV tables that one organisation with those below it keeps'),
  YAMORI_LIMIT_NIGHTS_WAITING: positive
    .default(4_000)
    .describe(
      'nights that one organisation may wait for when somebody asks for more: a hundred rooms and a month of theirs',
    ),
});
type Options = z.infer<typeof importOptions>;

/** `nightsWaiting`: what the clock and files ask for is not refused. */
type BroughtInLimits = Pick<ImportLimits, 'fileBytes' | 'domainBytes' | 'concurrentImports'> & {
  readonly csv: CsvImportLimits;
  readonly nightsWaiting: number;
};

export const toImportLimits = (config: Options): BroughtInLimits => ({
  fileBytes: config.YAMORI_LIMIT_UPLOAD_BYTES,
  domainBytes: config.YAMORI_LIMIT_UPLOAD_BYTES_DOMAIN,
  concurrentImports: config.YAMORI_LIMIT_IMPORTS_SERVER,
  csv: {
    drafts: config.YAMORI_LIMIT_CSV_DRAFTS,
    bytes: config.YAMORI_LIMIT_CSV_BYTES,
    organisationBytes: config.YAMORI_LIMIT_CSV_BYTES_DOMAIN,
  },
  nightsWaiting: config.YAMORI_LIMIT_NIGHTS_WAITING,
});
