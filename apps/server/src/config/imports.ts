import { z } from 'zod';
import type { CsvImportLimits } from '../modules/tables/csv-import-limits.ts';
import type { ImportLimits } from '../modules/imports/import-limits.ts';

const positive = z.coerce.number().int().min(1);

/** Limits of uploads, imports and waiting analyses. */
export const importOptions = z.object({
  YAMORI_LIMIT_UPLOAD_BYTES: positive
    .default(2 * 1024 ** 3)
    .describe('maximum bytes of an imported file'),
  YAMORI_LIMIT_UPLOAD_BYTES_DOMAIN: positive
    .default(200 * 1024 ** 3)
    .describe('bytes of imported files stored per organisation'),
  YAMORI_LIMIT_IMPORTS_SERVER: positive
    .max(16)
    .default(1)
    .describe('concurrent imports on one server'),
  YAMORI_LIMIT_CSV_DRAFTS: positive
    .default(20)
    .describe('CSV tables that one member has uploaded but not started to import'),
  YAMORI_LIMIT_CSV_BYTES: positive
    .default(128 * 1024 ** 2)
    .describe('stored bytes of one CSV table; a file of 64 MiB with its field names fits'),
  YAMORI_LIMIT_CSV_BYTES_DOMAIN: positive
    .default(1024 ** 3)
    .describe('stored bytes of all CSV tables of an organisation and those below it'),
  YAMORI_LIMIT_NIGHTS_WAITING: positive
    .default(4_000)
    .describe(
      'nights per organisation that may wait for an analysis requested by users; a month of a hundred rooms fits',
    ),
});
type Options = z.infer<typeof importOptions>;

/** `nightsWaiting` does not limit requests by the scheduler and by imports. */
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
