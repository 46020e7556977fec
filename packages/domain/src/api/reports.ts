import { z } from 'zod';
import { ACCIDENT_KINDS } from '../collections/accident.ts';
import { SEXES } from '../collections/room.ts';
import { DEVICE_STATES } from '../live/device-state.ts';
import { oneLine } from '../validation/one-line.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/**
 * A longer range is rejected with `report-range-too-long`, more rooms with `report-rooms-too-many`.
 */
export const MAX_REPORT_NIGHTS = 366;
export const MAX_REPORT_ROOMS = 500;
/** Maximum length of a selection that is parsed, so that too many are reported as such. */
const MAX_SELECTED_ROOMS = 10_000;
export const MAX_SAVED_REPORTS = 200;
const MAX_REPORT_RECIPIENTS = 50;

const name = oneLine(80).min(1);

/**
 * Local dates on which nights begin, both included; or the last completed nights, which move on
 * with a saved report.
 */
const reportPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('between'), from: z.iso.date(), to: z.iso.date() }),
  z.strictObject({ kind: z.literal('newest'), nights: z.int().min(1).max(100_000) }),
]);
export type ReportPeriod = z.infer<typeof reportPeriod>;

/** An empty list does not filter. A room must match one of the sexes and one of the tags. */
export const reportFilter = z.strictObject({
  /** Includes all descendants. */
  domainId: pathId,
  roomIds: z.array(pathId).max(MAX_SELECTED_ROOMS).default([]),
  sexes: z.array(z.enum(SEXES)).max(SEXES.length).default([]),
  tags: z
    .array(
      z
        .string()
        .min(1)
        .max(40)
        .regex(/^\P{Cc}*$/u),
    )
    .max(20)
    .default([]),
  period: reportPeriod,
});
export type ReportFilter = z.infer<typeof reportFilter>;

/** Means of nights, by the names of `REPORT_FIGURES`; null: unknown for all of them. */
const figures = z.record(z.string(), z.number().nullable());
const side = z.strictObject({
  /** Nights with a result. */
  nights: z.int().min(0),
  /** Nights that are being analysed or wait for it; not included in `nights`. */
  pending: z.int().min(0),
  /** Those of `nights` whose devices have not delivered all their records yet. */
  provisional: z.int().min(0),
  figures,
  /** Alarms raised in these nights, without tests and technical ones. */
  accidents: z.int().min(0),
});
export type ReportSide = z.infer<typeof side>;
const span = z.strictObject({ from: z.iso.date(), to: z.iso.date() });
const ofNights = z.strictObject({ from: z.iso.date(), nights: z.int().min(0), figures });

const reportRoom = z.strictObject({
  roomId: z.string(),
  name: z.string(),
  building: z.string(),
  floor: z.string(),
  tags: z.array(z.string()),
  /** Null if the caller may not see it. */
  sex: z.enum(SEXES).nullable(),
  now: side,
  before: side,
  /** Minutes asleep, night by night of the period. */
  course: z.array(z.number().nullable()),
});
export type ReportRoom = z.infer<typeof reportRoom>;

const report = z.strictObject({
  domainName: z.string(),
  timeZone: z.string(),
  /** Local time at which a night begins. */
  nightStartsAt: z.string().regex(/^\d{2}:\d{2}$/),
  madeAt: z.iso.datetime(),
  /**
   * Equal for reports with equal figures, independent of when they were created. The current state
   * of devices is not included.
   */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  period: span,
  before: span,
  /** By building, floor and name. */
  rooms: z.array(reportRoom),
  total: z.strictObject({ now: side, before: side }),
  /**
   * Minutes until all pending nights are analysed, at the pace of the last ten minutes; null
   * without pending nights, or while none was analysed in that time.
   */
  analysisMinutes: z.int().min(1).nullable(),
  nights: z.array(ofNights),
  /** Starting with Sunday. */
  weeks: z.array(ofNights),
  /**
   * Devices that may still deliver records of the period, with the time of the newest one; null for
   * a device that never sent any.
   */
  awaited: z.array(
    z.strictObject({
      roomId: z.string(),
      serial: z.string(),
      since: z.iso.datetime().nullable(),
    }),
  ),
  accidents: z.array(
    z.strictObject({
      roomId: z.string(),
      kind: z.enum(ACCIDENT_KINDS),
      now: z.int().min(0),
      before: z.int().min(0),
    }),
  ),
  devices: z.array(
    z.strictObject({
      roomId: z.string(),
      serial: z.string(),
      typeName: z.string(),
      state: z.enum(DEVICE_STATES),
      lastHeardAt: z.iso.datetime().nullable(),
      batteryPercent: z.number().nullable(),
    }),
  ),
});
export type Report = z.infer<typeof report>;

export const REPORT_TABLES = ['rooms', 'nights', 'weeks', 'accidents', 'devices'] as const;
export type ReportTableId = (typeof REPORT_TABLES)[number];

/** The report that a file shows: its `madeAt` and `digest`. */
export const REPORT_FILE_HEADERS = {
  madeAt: 'yamori-report-made-at',
  digest: 'yamori-report-digest',
} as const;

/** A CSV file contains the named table; a workbook and a PDF contain all tables. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
const savedReportFile = z.strictObject({
  format: z.enum(REPORT_FORMATS),
  table: z.enum(REPORT_TABLES).default('rooms'),
  language: z.enum(['ja', 'en']).default('ja'),
});
export type ReportFileCall = z.infer<typeof savedReportFile>;
const reportFile = savedReportFile.extend({ filter: reportFilter });

export const REPORT_RHYTHMS = ['week', 'month'] as const;
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number];
const recipients = z.array(pathId).min(1).max(MAX_REPORT_RECIPIENTS);

const saving = z.strictObject({
  name,
  /** Whether colleagues can see it. */
  isShared: z.boolean(),
  filter: reportFilter,
});
/**
 * Null ends it. Members get a link without figures, on Mondays or on the first of a month, at eight
 * in the morning of the organisation's time zone.
 */
const scheduling = z.strictObject({
  schedule: z.strictObject({ every: z.enum(REPORT_RHYTHMS), recipients }).nullable(),
});

/** The owner; named to those who may read that member. */
const savedReportOwner = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('named'), name: z.string() }),
  z.strictObject({ kind: z.literal('untold') }),
  z.strictObject({ kind: z.literal('gone') }),
]);
export type SavedReportOwner = z.infer<typeof savedReportOwner>;
const savedReport = z.strictObject({
  id: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  owner: savedReportOwner,
  createdAt: z.iso.datetime(),
  filter: reportFilter,
  schedule: z
    .strictObject({
      every: z.enum(REPORT_RHYTHMS),
      recipients: z.array(z.string()),
      nextAt: z.iso.datetime(),
    })
    .nullable(),
});
export type SavedReport = z.infer<typeof savedReport>;
/**
 * `canMail`: this installation sends mails. `unreadable`: saved by a version that this server does
 * not know; sent to those who may delete it.
 */
const savedReportList = z.strictObject({
  reports: z.array(savedReport),
  unreadable: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  canMail: z.boolean(),
});
export type SavedReportList = z.infer<typeof savedReportList>;
const openedReport = z.strictObject({ name: z.string(), filter: reportFilter, report });
export type OpenedReport = z.infer<typeof openedReport>;

const params = z.object({ id: pathId });

const OF_FILTER = [
  'domain-not-found',
  'report-forbidden',
  'report-filter-forbidden',
  'report-range-invalid',
  'report-range-too-long',
  'report-rooms-too-many',
] as const;
const OF_SAVED = ['report-not-found', 'report-forbidden'] as const;
const OF_OPENED = [
  ...OF_FILTER,
  'report-not-found',
  'report-unreadable',
  'report-link-sexes',
] as const;
const OF_FILE = ['limit-reports', 'report-timeout', 'report-memory'] as const;
const FILE_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
] as const;

/** The filter of a saved report never changes, so that a link always opens the same report. */
export const reportApi = {
  read: endpoint({
    method: 'POST',
    path: '/api/reports/read',
    summary: 'Read the figures of rooms over a period, compared with the period before',
    caller: 'member',
    body: reportFilter,
    reply: report,
    problems: [...OF_FILTER, 'limit-reports'],
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/reports/file',
    summary: 'Download a report as a file',
    caller: 'member',
    body: reportFile,
    file: FILE_TYPES,
    problems: [...OF_FILTER, ...OF_FILE],
  }),
  /** The caller's own reports, and those shared in the organisation. */
  listSaved: endpoint({
    method: 'GET',
    path: '/api/reports/saved',
    summary: 'List the saved reports of an organisation',
    caller: 'member',
    query: z.strictObject({ domainId: pathId }),
    reply: savedReportList,
    problems: ['report-forbidden', 'domain-not-found'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/reports/saved',
    summary: 'Save the filter of a report under a name',
    caller: 'member',
    body: saving,
    reply: savedReport,
    problems: [...OF_FILTER, 'session-required', 'report-saved-limit-reached', 'report-name-taken'],
  }),
  /** Also for the session of a one-time link to it. */
  open: endpoint({
    method: 'GET',
    path: '/api/reports/saved/:id',
    summary: 'Read a saved report with its current figures',
    caller: 'member',
    params,
    reply: openedReport,
    problems: [...OF_OPENED, 'limit-reports'],
  }),
  /** Also for the session of a one-time link to it. */
  savedFile: endpoint({
    method: 'POST',
    path: '/api/reports/saved/:id/file',
    summary: 'Download a saved report as a file',
    caller: 'member',
    params,
    body: savedReportFile,
    file: FILE_TYPES,
    problems: [...OF_OPENED, ...OF_FILE],
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/reports/saved/:id/name',
    summary: 'Rename a saved report, or share it with colleagues',
    caller: 'member',
    params,
    body: z.strictObject({ name, isShared: z.boolean() }),
    problems: [...OF_SAVED, 'report-name-taken', 'report-saved-limit-reached'],
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/api/reports/saved/:id/schedule',
    summary: 'Set or end the schedule on which links to a saved report are mailed',
    caller: 'member',
    params,
    body: scheduling,
    problems: [...OF_SAVED, 'mail-missing', 'report-unshared', 'report-recipient-invalid'],
  }),
  /** Deletes its one-time links too. */
  remove: endpoint({
    method: 'POST',
    path: '/api/reports/saved/:id/removal',
    summary: 'Delete a saved report and its one-time links',
    caller: 'member',
    params,
    problems: OF_SAVED,
  }),
};
