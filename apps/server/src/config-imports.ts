import { z } from 'zod';
import type { ImportLimits } from './features/imports/import-limits.ts';

const positive = z.coerce.number().int().min(1);

/** What may be uploaded, and how many files are read at one time. */
export const importOptions = z.object({
  YAMORI_LIMIT_UPLOAD_BYTES: positive.default(2 * 1024 ** 3).describe('largest file that may be imported'),
  YAMORI_LIMIT_UPLOAD_BYTES_DOMAIN: positive.default(200 * 1024 ** 3).describe('bytes of imported files that one organisation may keep'),
  YAMORI_LIMIT_IMPORTS_SERVER: positive.max(16).default(1).describe('files that one server reads at one time'),
});
type Options = z.infer<typeof importOptions>;

export const importLimitsOf = (config: Options): Pick<ImportLimits, 'fileBytes' | 'domainBytes' | 'importsAtOnce'> => ({
  fileBytes: config.YAMORI_LIMIT_UPLOAD_BYTES, domainBytes: config.YAMORI_LIMIT_UPLOAD_BYTES_DOMAIN, importsAtOnce: config.YAMORI_LIMIT_IMPORTS_SERVER,
});
