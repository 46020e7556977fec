import { z } from 'zod';
import { EXPORT_FORMATS } from '../api/exports.ts';
import { REPORT_FORMATS, REPORT_TABLES } from '../api/reports.ts';

/**
 * Name of the changed field that holds the export record; its previous value is null. Old entries
 * have none.
 */
export const TAKEN_FIELD = 'takenOut';
const days = { from: z.iso.date(), to: z.iso.date() };
const roomCount = z.int().min(0).max(100_000);
/**
 * Audit record of an export: file, period and number of rooms; never resident data. A null bound is
 * open. `table`: for a CSV report, which contains one table. Dates are nights, both included.
 */
export const takenOut = z.discriminatedUnion('file', [
  z.strictObject({
    file: z.literal('report'),
    format: z.enum(REPORT_FORMATS),
    table: z.enum(REPORT_TABLES).nullable(),
    ...days,
    rooms: roomCount,
  }),
  z.strictObject({
    file: z.literal('room'),
    format: z.enum(EXPORT_FORMATS),
    from: z.date(),
    to: z.date(),
  }),
  z.strictObject({ file: z.literal('nightTable'), ...days, rooms: roomCount }),
  z.strictObject({
    file: z.literal('history'),
    from: z.date().nullable(),
    until: z.date().nullable(),
    isFiltered: z.boolean(),
  }),
]);
export type TakenOut = z.infer<typeof takenOut>;
