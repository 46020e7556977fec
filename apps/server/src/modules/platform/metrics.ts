import {
  DEVICE_STATES,
  JOB_STATES,
  type Fleet,
  type FleetJobs,
  type ServerStatus,
} from '@yamori/domain';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from '../../core/http/route.ts';
import { requireMaker } from '../../core/http/request-actor.ts';
import type { QueueStats } from '../../core/messaging/jobs/fair-queue.ts';

export type MetricsOptions = {
  /** Bearer token for scrapers; null: only signed-in developers may read the metrics. */
  readonly token: string | null;
  readonly readStatus: () => Promise<ServerStatus>;
  readonly fleet: () => Promise<Fleet>;
  readonly jobs: () => Promise<FleetJobs['counts']>;
  /** Milliseconds from a frame’s arrival to the stored alarm, for the latest alarms. */
  readonly alarmLatenciesMs: () => readonly number[];
  /** Fair queues of this server, by name. */
  readonly turns: Readonly<Record<string, () => QueueStats>>;
  readonly nowMs: () => number;
};

/** Cache time of the installation’s counts, which scan its tables. */
const COUNTED_FOR_MS = 15_000;

/** In seconds. Users notice differences between the second bucket and the last. */
const BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];

/**
 * `GET /metrics` in Prometheus’ text format (exposition format 0.0.4): counters of this process
 * since its start, and current counts of the installation. No label names a person, a room or a
 * device. Requires the token (`Authorization: Bearer`) or a developer’s session.
 */
export const metricsRoute =
  (options: MetricsOptions): Route =>
  (server) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const requests = new Histogram({
      name: 'yamori_http_request_seconds',
      help: 'Requests by their route, never by their address',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
    server.addHook('onResponse', async (request, reply) => {
      requests.observe(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        },
        reply.elapsedTime / 1000,
      );
    });
    const turns = new Gauge({
      name: 'yamori_turns',
      help: 'Work of this process that takes turns',
      labelNames: ['what', 'state'],
      registers: [registry],
    });
    const figures = createFigures(registry);
    const counted: { atMs: number; counts: Promise<[Fleet, FleetJobs['counts']]> | null } = {
      atMs: 0,
      counts: null,
    };
    const readCounts = (): Promise<[Fleet, FleetJobs['counts']]> => {
      if (counted.counts !== null && options.nowMs() - counted.atMs < COUNTED_FOR_MS)
        return counted.counts;
      const counts = Promise.all([options.fleet(), options.jobs()]);
      Object.assign(counted, { atMs: options.nowMs(), counts });
      // Do not cache a failed count.
      counts.catch(() => {
        if (counted.counts === counts) counted.counts = null;
      });
      return counts;
    };

    server.get('/metrics', { config: { withSession: true } }, async (request, reply) => {
      if (!showsToken(request, options.token)) requireMaker(request);
      const [readStatus, [fleet, jobs]] = await Promise.all([options.readStatus(), readCounts()]);
      for (const [what, readServerStatus] of Object.entries(options.turns))
        for (const [state, value] of Object.entries(readServerStatus()))
          turns.set({ what, state }, value);
      figures.set(readStatus, fleet, jobs, options.alarmLatenciesMs());
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    });
  };

/** Compares hashes: they have one length, so the time does not depend on the token. */
function showsToken(request: FastifyRequest, token: string | null): boolean {
  const [, shown] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (token === null || shown === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}

function createFigures(registry: Registry) {
  const registers = [registry];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name: `yamori_${name}`, help, labelNames, registers });
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name: `yamori_${name}_total`, help, labelNames, registers });
  const checks = gauge('check_ok', '1 if the check of /readyz passes', ['check']);
  const connections = gauge('database_connections', 'Connections of this process to the database', [
    'state',
  ]);
  const databaseBytes = gauge('database_bytes', 'Size of the database');
  const mails = gauge('waiting_mails', 'E-mails that wait to be sent');
  const pending = gauge('ingest_pending_bytes', 'Device bytes that are not durable yet');
  const live = gauge('live', 'Counts of what this process follows', ['what']);
  const beats = gauge('server_beat', 'Rises once a second while a server runs', ['server']);
  const shards = gauge('server_shards', 'Share of the rooms that a server owns, of 256', [
    'server',
  ]);
  const clocks = gauge(
    'server_clock_ahead_seconds',
    'Clock of a server minus the clock of the database',
    ['server'],
  );
  const leasesLost = counter('lease_lost', 'Commits rejected because another server owns the room');
  const frames = counter('ingest_frames', 'Device frames', ['outcome']);
  const bytes = counter('ingest_bytes', 'Device bytes');
  const refusals = counter('ingest_refused', 'Rejected frames and sign-ins of devices', [
    'what',
    'reason',
  ]);
  const messages = counter('ingest_messages', 'Device messages that were not read', ['outcome']);
  const devices = gauge('devices', 'Devices by state', ['state']);
  const rooms = gauge('rooms', 'Rooms by state', ['state']);
  const organisations = gauge('organisations', 'Organisations by kind', ['kind']);
  const accidents = gauge('open_accidents', 'Open alarms, including calls and device faults');
  const jobs = gauge('jobs', 'Jobs by kind and state', ['kind', 'state']);
  const latency = gauge(
    'alarm_latency_seconds',
    'Latency of the last alarms, from frame to storage',
    ['quantile'],
  );

  return {
    set(
      { ingest, live: followed, ...readStatus }: ServerStatus,
      fleet: Fleet,
      queue: FleetJobs['counts'],
      latenciesMs: readonly number[],
    ): void {
      // These mirror other counters, so each scrape sets them again from zero.
      for (const each of [frames, bytes, refusals, messages, devices, organisations, jobs])
        each.reset();
      for (const each of [beats, shards, clocks, leasesLost]) each.reset();
      for (const { id, beat, shards: owned, clockAheadMs } of readStatus.servers) {
        beats.set({ server: id }, beat);
        shards.set({ server: id }, owned);
        clocks.set({ server: id }, clockAheadMs / 1000);
      }
      leasesLost.inc(readStatus.leasesLost);
      for (const { name, ok } of readStatus.checks) checks.set({ check: name }, ok ? 1 : 0);
      for (const [state, value] of Object.entries(readStatus.connections))
        connections.set({ state }, value);
      databaseBytes.set(readStatus.databaseBytes);
      mails.set(readStatus.waitingMails);
      pending.set(ingest.pendingBytes);
      for (const what of ['devices', 'rooms', 'watchers', 'failedWrites'] as const)
        live.set({ what }, followed[what]);
      for (const [outcome, value] of [
        ['received', ingest.framesReceived],
        ['stored', ingest.framesStored],
        ['repeated', ingest.framesRepeated],
      ] as const)
        frames.inc({ outcome }, value);
      bytes.inc(ingest.bytesReceived);
      for (const [reason, value] of Object.entries(ingest.refused))
        refusals.inc({ what: 'frame', reason }, value);
      for (const [reason, value] of Object.entries(ingest.signInsRefused))
        refusals.inc({ what: 'signIn', reason }, value);
      for (const [outcome, value] of [
        ['dropped', ingest.messagesDropped],
        ['throttled', ingest.messagesThrottled],
      ] as const)
        messages.inc({ outcome }, value);
      for (const state of DEVICE_STATES)
        devices.set(
          { state },
          fleet.devices
            .filter((one) => one.state === state)
            .reduce((sum, one) => sum + one.count, 0),
        );
      rooms.set({ state: 'inUse' }, fleet.rooms.inUse);
      rooms.set({ state: 'archived' }, fleet.rooms.archived);
      accidents.set(fleet.rooms.openAccidents);
      for (const { kind, count } of fleet.organisations) organisations.set({ kind }, count);
      for (const { kind, state, count } of queue)
        if (JOB_STATES.includes(state)) jobs.set({ kind, state }, count);
      const sorted = latenciesMs.toSorted((a, b) => a - b);
      for (const quantile of [0.5, 0.95, 0.99])
        latency.set(
          { quantile: String(quantile) },
          (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0) / 1000,
        );
    },
  };
}
