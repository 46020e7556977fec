import { DOMAIN_KINDS, type Fleet, type FleetJobs, type ServerStatus } from '@yamori/domain';

/** Placeholder data of the usual size, rendered invisibly to reserve space. */
export const FLEET_SHAPE: Fleet = {
  organisations: DOMAIN_KINDS.slice(0, 3).map((kind) => ({ kind, count: 1 })),
  rooms: { inUse: 10, archived: 0, withDevice: 10, openAccidents: 0, openCalls: 0, openFaults: 0 },
  members: 10,
  unplaced: 0,
  lent: 0,
  devices: ['a', 'b', 'c', 'd', 'e', 'f'].map((typeId) => ({
    typeId,
    firmware: '1.0.0',
    state: 'fine',
    count: 1,
  })),
};
export const SERVER_SHAPE: ServerStatus = {
  serverId: '',
  version: '0.0.0',
  startedAt: '2026-01-01T00:00:00.000Z',
  now: '2026-01-01T00:00:00.000Z',
  checks: ['database', 'bus', 'rooms', 'live'].map((name) => ({ name, ok: true })),
  warnings: [],
  servers: [{ id: '', beat: 0, isAlive: true, shards: 0, clockAheadMs: 0 }],
  leasesLost: 0,
  memoryBytes: 0,
  databaseBytes: 0,
  connections: { open: 0, idle: 0, waiting: 0 },
  waitingMails: 0,
  ingest: {
    framesReceived: 0,
    framesStored: 0,
    framesRepeated: 0,
    bytesReceived: 0,
    pendingBytes: 0,
    messagesDropped: 0,
    messagesThrottled: 0,
    refused: {},
    signInsRefused: {},
  },
  live: { devices: 0, rooms: 0, watchers: 0, failedWrites: 0, refused: {} },
};
export const JOBS_SHAPE: FleetJobs = { counts: [], jobs: [], waitingNights: 0 };
