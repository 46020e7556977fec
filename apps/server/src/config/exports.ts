import { z } from 'zod';
import type { ExportLimits } from '../modules/exports/export-parts.ts';

/** How many files are made of rooms' timelines. */
export const exportOptions = z.object({
  YAMORI_LIMIT_EXPORTS_SERVER: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('exports of rooms that one server makes at one time'),
});
type Options = z.infer<typeof exportOptions>;

const EXPORTS_OF_MEMBER = 2;
const READER_PATIENCE_MS = 60_000;

export const exportLimitsOf = (config: Options): ExportLimits => ({
  exportsAtOnce: config.YAMORI_LIMIT_EXPORTS_SERVER,
  exportsOfOrganisation: Math.max(1, config.YAMORI_LIMIT_EXPORTS_SERVER - 1),
  exportsOfMember: EXPORTS_OF_MEMBER,
  readerPatienceMs: READER_PATIENCE_MS,
});
