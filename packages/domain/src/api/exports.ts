import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/**
 * `edf`: EDF+C, or EDF+D if there are gaps, with accidents, events and sleep as annotations.
 * `csv`: every sample. `minutes`: smallest, largest and mean of each minute. `epochs`: a row for
 * each 30 s of the nights. `hypnogram`: the nights as annotations of an EDF+ file without signals.
 */
export const EXPORT_FORMATS = ['edf', 'csv', 'minutes', 'epochs', 'hypnogram'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A longer range is rejected with `export-range-too-long`. */
export const MAX_EXPORT_DAYS = 31;
export const MAX_EXPORT_STREAMS = 64;

/** Milliseconds since 1970 UTC. */
const instantMs = z.coerce.number<number>().int().min(0).max(8_640_000_000_000);
const streamName = '[A-Za-z0-9][A-Za-z0-9_-]{0,39}:\\d{1,5}';
/**
 * `streams`: `serial:streamId`, separated by commas; without it all streams of the room. `names`:
 * puts the occupant's alias, sex and the notes of accidents into the file, for those who may see
 * them; without it the file identifies a room by a constant code.
 */
const query = z.strictObject({
  from: instantMs,
  to: instantMs,
  format: z.enum(EXPORT_FORMATS),
  streams: z
    .string()
    .max(4000)
    .regex(new RegExp(`^${streamName}(,${streamName}){0,${MAX_EXPORT_STREAMS - 1}}$`))
    .optional(),
  names: z.enum(['yes', 'no']).default('no'),
});
export type ExportCall = z.output<typeof query>;

/** File format of each kind of export. */
export const EXPORT_ENDINGS: Readonly<Record<ExportFormat, 'edf' | 'csv'>> = {
  edf: 'edf',
  csv: 'csv',
  minutes: 'csv',
  epochs: 'csv',
  hypnogram: 'edf',
};

/** First and last night of the table, and its number of rooms. */
const nightTable = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  rooms: z.int().min(0).max(100_000),
});
export type NightTableCall = z.infer<typeof nightTable>;

export const exportApi = {
  /** Times in the file are local times of the room's organisation, whose zone it names. */
  room: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/export',
    summary: 'Export the recordings of a room in a time range as a file',
    caller: 'member',
    params: z.object({ roomId: pathId }),
    query,
    file: ['application/octet-stream', 'text/csv'],
    problems: [
      'document-not-found',
      'export-range-invalid',
      'export-range-too-long',
      'export-names-forbidden',
      'export-streams-too-many',
      'export-rate-unsupported',
      'export-empty',
      'limit-exports-own',
      'limit-exports',
    ],
  }),
  /** Records the export. The browser creates the table after the reply. */
  noteNightTable: endpoint({
    method: 'POST',
    path: '/api/domains/:domainId/night-table',
    summary:
      "Record in the update history that the caller exports an organisation's nights as a file",
    caller: 'member',
    params: z.object({ domainId: pathId }),
    body: nightTable,
    problems: ['document-not-found'],
  }),
};
