import { platformApi, type ServerStatus } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import type { ReadinessCheck, ServerWarning } from '../../core/http/readiness.ts';
import type { RetryJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Module } from '../../core/module.ts';
import { platformRoutes, readServerStatus } from './platform-routes.ts';
import { readFleet } from './platform-store.ts';
import { countJobs } from './job-list-store.ts';
import { metricsRoute, type MetricsOptions } from './metrics.ts';

type PlatformDeps = Pick<MetricsOptions, 'alarmLatenciesMs' | 'turns'> & {
  readonly checks: readonly ReadinessCheck[];
  readonly warnings: () => readonly ServerWarning[];
  readonly retries: Readonly<Record<string, RetryJob>>;
  readonly ingest: () => ServerStatus['ingest'];
  readonly live: () => ServerStatus['live'];
  readonly servers: () => ServerStatus['servers'];
  readonly leasesLost: () => number;
  /** Lets a scraper read /metrics without signing in. */
  readonly metricsToken: string | undefined;
};

/** Drops the counters that the screen does not show. */
const ingestCounters = platformApi.server.reply.shape.ingest.strip();

/** The developers’ view of the installation: its servers, jobs and metrics. */
export function openPlatform(core: Core, deps: PlatformDeps): Module {
  const { database, jobs, now, log, serverId } = core;
  const status = {
    database,
    now,
    log,
    startedAt: now(),
    serverId,
    checks: deps.checks,
    warnings: deps.warnings,
    counters: () => ({
      ingest: ingestCounters.parse(deps.ingest()),
      live: deps.live(),
      servers: deps.servers(),
      leasesLost: deps.leasesLost(),
      connections: database.counts(),
    }),
  };
  return {
    routes: [
      ...platformRoutes({ ...status, retries: deps.retries, wake: jobs.wake }),
      metricsRoute({
        token: deps.metricsToken ?? null,
        readStatus: () => readServerStatus(status),
        fleet: () => readFleet(database),
        jobs: () => countJobs(database),
        nowMs: () => now().getTime(),
        alarmLatenciesMs: deps.alarmLatenciesMs,
        turns: deps.turns,
      }),
    ],
  };
}
