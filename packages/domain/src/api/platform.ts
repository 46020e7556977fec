import { z } from 'zod';
import { DOMAIN_KINDS } from '../collections/organisation.ts';
import { DEVICE_STATES } from '../live/device-state.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);

/** Counts over all organisations, for the maker. Excludes devices that represent files. */
const fleetReply = z.strictObject({
  organisations: z.array(z.strictObject({ kind: z.enum(DOMAIN_KINDS), count })),
  /**
   * `openAccidents`: all open ones in rooms in use, including calls and device faults, which are
   * also counted separately.
   */
  rooms: z.strictObject({
    inUse: count,
    archived: count,
    withDevice: count,
    openAccidents: count,
    openCalls: count,
    openFaults: count,
  }),
  members: count,
  devices: z.array(
    z.strictObject({
      typeId: z.string(),
      firmware: z.string(),
      state: z.enum(DEVICE_STATES),
      count,
    }),
  ),
  unplaced: count,
  lent: count,
});
export type Fleet = z.infer<typeof fleetReply>;

const figures = z.record(z.string(), count);

/** Status of the replying server, and its counters since its start. */
const serverReply = z.strictObject({
  serverId: z.string(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  now: z.iso.datetime(),
  /** The checks of `/readyz`, and whether changes reach open pages. */
  checks: z.array(
    z.strictObject({ name: z.string(), ok: z.boolean(), reason: z.string().optional() }),
  ),
  /** Problems with which the server stays ready, as `/readyz` lists them. */
  warnings: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  /** All servers of the installation as this one last saw them. */
  servers: z.array(
    z.strictObject({
      id: z.string(),
      /** Increases once a second while the server runs. */
      beat: count,
      isAlive: z.boolean(),
      /** Number of the 256 room shards that it owns. */
      shards: count,
      /** Clock of its machine minus the database's clock. */
      clockAheadMs: z.int(),
    }),
  ),
  /** Commits that were rejected because another server owns the room. */
  leasesLost: count,
  memoryBytes: count,
  databaseBytes: count,
  connections: z.strictObject({ open: count, idle: count, waiting: count }),
  waitingMails: count,
  ingest: z.strictObject({
    framesReceived: count,
    framesStored: count,
    framesRepeated: count,
    bytesReceived: count,
    pendingBytes: count,
    messagesDropped: count,
    messagesThrottled: count,
    refused: figures,
    signInsRefused: figures,
  }),
  live: z.strictObject({
    devices: count,
    rooms: count,
    watchers: count,
    failedWrites: count,
    refused: figures,
  }),
});
export type ServerStatus = z.infer<typeof serverReply>;

export const JOB_STATES = ['waiting', 'running', 'failed', 'done', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Every kind of job that a server of this version runs; each has a label on the screen. A database
 * may contain older kinds.
 */
export const JOB_KINDS = [
  'analyse-night',
  'import',
  'csv-import',
  'alarmNotice',
  'noticePush',
  'noticeLine',
  'noticeMail',
  'noticeClose',
  'noticeOutcome',
  'report-mail',
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

/** A job. `problem`: the code that ended it, or that of its last attempt. */
const fleetJob = z.strictObject({
  jobId: z.string(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  domainId: z.string(),
  domainName: z.string(),
  attempt: count,
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  runsAt: z.iso.datetime().nullable(),
  mayRetry: z.boolean(),
});
export type FleetJob = z.infer<typeof fleetJob>;

/**
 * The newest jobs of a state, and the number of each kind and state. Finished jobs are deleted
 * after a week.
 */
const jobsReply = z.strictObject({
  counts: z.array(z.strictObject({ kind: z.string(), state: z.enum(JOB_STATES), count })),
  jobs: z.array(fleetJob).max(100),
  /**
   * Nights requested by users or the schedule that have no result yet. They become jobs a few at a
   * time.
   */
  waitingNights: count,
});
export type FleetJobs = z.infer<typeof jobsReply>;

/** The whole installation, its servers and its jobs: for the maker. */
export const platformApi = {
  fleet: endpoint({
    method: 'GET',
    path: '/api/fleet',
    summary: "Count the installation's organisations, rooms, members and devices",
    caller: 'maker',
    reply: fleetReply,
    problems: [],
  }),
  server: endpoint({
    method: 'GET',
    path: '/api/fleet/server',
    summary: 'Read the state of the server that handles this request',
    caller: 'maker',
    reply: serverReply,
    problems: [],
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/jobs',
    summary: 'List the newest background jobs in a state',
    caller: 'maker',
    query: z.object({ state: z.enum(JOB_STATES).default('failed') }),
    reply: jobsReply,
    problems: [],
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/jobs/:jobId/retry',
    summary: 'Retry a failed background job',
    caller: 'maker',
    params: z.object({ jobId: z.uuid() }),
    problems: ['job-not-found', 'job-state-conflict', 'job-retry-invalid'],
  }),
};
