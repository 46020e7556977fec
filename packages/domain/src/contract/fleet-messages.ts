import { z } from 'zod';
import { DOMAIN_KINDS } from '../collections/organisation.ts';
import { DEVICE_STATES } from '../live/device-state.ts';

const count = z.int().min(0);

/**
 * `GET /api/fleet`: what there is in all organisations, for the maker. Devices that stand for a
 * file are no part of it.
 */
export const fleetReply = z.strictObject({
  organisations: z.array(z.strictObject({ kind: z.enum(DOMAIN_KINDS), count })),
  /**
   * `openAccidents`: all that nobody has ended in rooms in use, with calls and faults of devices,
   * which are counted beside it too.
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

/**
 * `GET /api/fleet/server`: how the server that answers is, and what it counted since it started.
 */
export const serverReply = z.strictObject({
  serverId: z.string(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  now: z.iso.datetime(),
  /** As `/readyz` says it, and whether changes reach open pages. */
  checks: z.array(
    z.strictObject({ name: z.string(), ok: z.boolean(), reason: z.string().optional() }),
  ),
  /** All servers of the installation as this one last saw them. */
  servers: z.array(
    z.strictObject({
      id: z.string(),
      /** Rises once a second while the server runs. */
      beat: count,
      isAlive: z.boolean(),
      /** Of 256: its share of the rooms. */
      shards: count,
      /** Clock of its machine minus the database's clock. */
      clockAheadMs: z.int(),
    }),
  ),
  /** Commits that were refused because another server owns the room by now. */
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
export type ServerStanding = z.infer<typeof serverReply>;

export const JOB_STATES = ['waiting', 'running', 'failed', 'done', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Every kind of job that a server of this version runs; each has its words on the screen. A
 * database may hold older ones.
 */
export const JOB_KINDS = [
  'analyse-night',
  'import',
  'csv-import',
  'alarmNotice',
  'noticePush',
  'noticeLine',
  'noticeClose',
  'report-mail',
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

/** Work that is done once. `problem`: the code that ended it, or that of its last try. */
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
 * `GET /api/jobs?state=`: the newest of a state, and how many there are of each kind and state.
 * Ended ones are kept for a week.
 */
export const jobsReply = z.strictObject({
  counts: z.array(z.strictObject({ kind: z.string(), state: z.enum(JOB_STATES), count })),
  jobs: z.array(fleetJob).max(100),
  /**
   * Nights that somebody or the clock asked for and that have no answer yet. They become jobs a few
   * at a time.
   */
  waitingNights: count,
});
export type FleetJobs = z.infer<typeof jobsReply>;

/**
 * Of one organisation, as `GET /api/domains/overview` tells it. `path`: names of those above, from
 * the top.
 */
const domainRow = z.strictObject({
  domainId: z.string(),
  code: z.string(),
  name: z.string(),
  nameKana: z.string(),
  kind: z.enum(DOMAIN_KINDS),
  parentDomainId: z.string().nullable(),
  path: z.array(z.string()),
  parts: count,
  rooms: count,
  devices: count,
  offline: count,
  members: count,
  contractTo: z.iso.datetime().nullable(),
});
export type DomainRow = z.infer<typeof domainRow>;

export const DOMAIN_SORTS = [
  'name',
  'code',
  'kind',
  'rooms',
  'devices',
  'offline',
  'members',
  'contractTo',
] as const;
export type DomainSort = (typeof DOMAIN_SORTS)[number];

/**
 * `GET /api/domains/overview?text&kind&parent&domain&sort&descending&offset&limit`: organisations
 * by page, for the maker. `text`: every word stands somewhere in name, kana or code. `parent`:
 * those that hang there; `top`: those that hang nowhere. `domain`: this one alone.
 */
export const domainsReply = z.strictObject({ domains: z.array(domainRow), total: count });
export type DomainsPage = z.infer<typeof domainsReply>;

/**
 * `GET /api/parameters/overrides`: how many organisations and rooms set a value of their own, by
 * key.
 */
export const overrideCounts = z.strictObject({
  parameters: z.array(z.strictObject({ key: z.string(), domains: count, rooms: count })),
});
export type OverrideCounts = z.infer<typeof overrideCounts>['parameters'];

/**
 * `GET /api/parameters/{key}/overrides`: who sets it and to what, organisations first. At most 200;
 * `total` says how many there are.
 */
export const overridesReply = z.strictObject({
  total: count,
  places: z.array(
    z.strictObject({
      kind: z.enum(['domain', 'room']),
      id: z.string(),
      name: z.string(),
      domainName: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]),
    }),
  ),
});
export type Overrides = z.infer<typeof overridesReply>;

/**
 * `GET /api/devices/{serial}/recorded`: what a device sent, stream by stream, for the maker.
 * `frames`: its last ones, the newest first. `recent`: frames and bytes of the last 24 hours that
 * it recorded. Times are those of the timeline.
 */
export const recordedReply = z.strictObject({
  clockOffsetSeconds: z.number().nullable(),
  streams: z.array(
    z.strictObject({
      streamId: z.int(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      recentFrames: count,
      recentBytes: count,
      frames: z.array(
        z.strictObject({
          sequence: z.int(),
          at: z.iso.datetime({ precision: 3 }),
          receivedAt: z.iso.datetime(),
          samples: count,
          encoding: z.string(),
        }),
      ),
    }),
  ),
  refused: z.array(z.strictObject({ reason: z.string(), count, last: z.iso.datetime() })),
});
export type DeviceRecorded = z.infer<typeof recordedReply>;
