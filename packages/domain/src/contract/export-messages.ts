import { z } from 'zod';

/**
 * A room's range as a file. What a device sent belongs to a room while it stood there; nothing of
 * before or after is told.
 *
 *   GET {roomExportPath}?from&to&format[&streams][&names=yes]   → the file, as a download
 *
 * Times are milliseconds since 1970 UTC; in the files they are local times of the room's
 * organisation, whose zone they name. `streams` is `serial:streamId`, several with commas between;
 * without it everything that the room has. `names=yes` puts the occupant's alias, sex and the notes
 * of accidents into the file, for those who may see them; else a room stands there as a code that
 * is always the same.
 */
export const roomExportPath = (roomId: string): string =>
  `/api/rooms/${encodeURIComponent(roomId)}/export`;

/**
 * Rooms × nights of an organisation as a table. The browser writes it out of what it shows, once
 * this has been answered:
 *
 * POST {nightTablePath}   `nightTableCall` → 204; the file stands in the update history, with what
 * the browser says of it
 */
export const nightTablePath = (domainId: string): string =>
  `/api/domains/${encodeURIComponent(domainId)}/night-table`;
/** The first and the last night of the table, and how many rooms it has. */
export const nightTableCall = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  rooms: z.int().min(0).max(100_000),
});
export type NightTableCall = z.infer<typeof nightTableCall>;

/**
 * `edf`: EDF+C, or EDF+D where there are gaps, with accidents, events and sleep as annotations.
 * `csv`: every sample. `minutes`: smallest, largest and mean of each minute. `epochs`: a row for
 * each 30 s of the nights. `hypnogram`: the nights as annotations of an EDF+ file without signals.
 */
export const EXPORT_FORMATS = ['edf', 'csv', 'minutes', 'epochs', 'hypnogram'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A longer range is refused with `export-range-too-long`. */
export const EXPORT_MOST_DAYS = 31;
export const EXPORT_MOST_STREAMS = 64;

const instantMs = z.coerce.number().int().min(0).max(8_640_000_000_000);
const streamName = '[A-Za-z0-9][A-Za-z0-9_-]{0,39}:\\d{1,5}';
export const exportCall = z.strictObject({
  from: instantMs,
  to: instantMs,
  format: z.enum(EXPORT_FORMATS),
  streams: z
    .string()
    .max(4000)
    .regex(new RegExp(`^${streamName}(,${streamName}){0,${EXPORT_MOST_STREAMS - 1}}$`))
    .optional(),
  names: z.enum(['yes', 'no']).default('no'),
});
export type ExportCall = z.infer<typeof exportCall>;

/** What a file holds by its ending. */
export const EXPORT_ENDINGS: Readonly<Record<ExportFormat, 'edf' | 'csv'>> = {
  edf: 'edf',
  csv: 'csv',
  minutes: 'csv',
  epochs: 'csv',
  hypnogram: 'edf',
};
