import { organisationApi } from '@yamori/domain';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import type { OpenedDatabase } from './core/database/open-database.ts';
import type { DeviceSide } from './device-side.ts';
import { readDomains } from './modules/organisations/domain-overview-store.ts';
import {
  registerFleetRoutes,
  standingOf,
  type FleetParts,
  type RetryJob,
} from './modules/platform/fleet-routes.ts';
import { readFleet } from './modules/platform/fleet-store.ts';
import { countJobs } from './modules/platform/job-list-store.ts';
import { registerMetrics, type MetricsParts } from './modules/platform/metrics.ts';
import { IMPORT_JOB } from './modules/imports/import-parts.ts';
import { putOrders } from './modules/nights/analysis/night-orders-store.ts';
import { NIGHT_JOB } from './modules/nights/analysis/night-parts.ts';
import { registerParameterRoutes } from './modules/organisations/parameter-routes.ts';
import type { ReadinessCheck } from './core/http/readiness.ts';
import { serveEndpoint } from './core/http/serve-endpoint.ts';
import type { Jobs } from './core/messaging/jobs/jobs.ts';

type FleetSideParts = {
  readonly server: FastifyInstance;
  readonly database: OpenedDatabase;
  readonly now: () => Date;
  readonly serverId: string;
  readonly devices: DeviceSide;
  readonly jobs: Jobs;
  readonly checks: readonly ReadinessCheck[];
  readonly turns: MetricsParts['turns'];
  /** What shows whoever reads /metrics without signing in. */
  readonly metricsToken?: string | undefined;
};

/** What the maker's area asks for that lies in no document. */
export function openFleetSide({
  server,
  database,
  now,
  serverId,
  devices,
  jobs,
  checks,
  turns,
  metricsToken,
}: FleetSideParts): void {
  const counters: FleetParts['counters'] = () => {
    const {
      framesReceived,
      framesStored,
      framesRepeated,
      bytesReceived,
      pendingBytes,
      messagesDropped,
      messagesThrottled,
      refused,
      signInsRefused,
    } = devices.ingest.counters();
    const { totalCount, idleCount, waitingCount } = database.pool;
    return {
      ingest: {
        framesReceived,
        framesStored,
        framesRepeated,
        bytesReceived,
        pendingBytes,
        messagesDropped,
        messagesThrottled,
        refused,
        signInsRefused,
      },
      live: devices.live.counts(),
      servers: [...devices.servers()],
      leasesLost: devices.leasesLost(),
      connections: { open: totalCount, idle: idleCount, waiting: waitingCount },
    };
  };
  const standing = {
    database,
    now,
    startedAt: now(),
    serverId,
    checks,
    counters,
  };
  registerFleetRoutes(server, { ...standing, retries: retriesOf(jobs), wake: jobs.wake });
  registerMetrics(server, {
    token: metricsToken ?? null,
    standing: () => standingOf(standing, server),
    fleet: () => readFleet(database),
    jobs: () => countJobs(database),
    nowMs: () => now().getTime(),
    alarmLatenciesMs: () => devices.accidents.watch.counts().latenciesMs,
    turns,
  });
  serveEndpoint(server, organisationApi.overview, ({ query }) => readDomains(database, query));
  registerParameterRoutes(server, { database });
}

const importOrder = z.object({ action: z.enum(['import', 'rerun']) });

/**
 * Only what may be done again whenever it is: a notice that comes late helps nobody, a table of
 * rows has a way back of its own.
 */
const retriesOf = (jobs: Jobs): Readonly<Record<string, RetryJob>> => ({
  [NIGHT_JOB]: {
    may: () => true,
    order: async (queries, { rootDomainId, subject, parameters }) => {
      const divide = subject.lastIndexOf('/');
      await putOrders(queries, rootDomainId, subject.slice(0, divide), [subject.slice(divide + 1)]);
      return jobs.add(queries, {
        rootDomainId,
        kind: NIGHT_JOB,
        subject,
        parameters: z.record(z.string(), z.unknown()).catch({}).parse(parameters),
      });
    },
  },
  // What was being taken away goes on where its own screen says so.
  [IMPORT_JOB]: {
    may: (parameters) => importOrder.safeParse(parameters).success,
    order: (queries, { rootDomainId, subject, parameters }) =>
      jobs.add(queries, {
        rootDomainId,
        kind: IMPORT_JOB,
        subject,
        parameters: importOrder.parse(parameters),
      }),
  },
});
