import { platformApi, PRODUCT_VERSION, refuse, type ServerStanding } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { Database, Queries } from '../../core/database/database.ts';
import { runChecks, type ReadinessCheck } from '../../core/http/readiness.ts';
import { serveEndpoint } from '../../core/http/serve-endpoint.ts';
import { readFleet, readStorage } from './fleet-store.ts';
import { dropJob, lockFailedJob, readJobs, type FailedJob } from './job-list-store.ts';

/** How a failed job of a kind is done again. */
export type RetryJob = {
  /** Whether it may be at all, by what it was to do. */
  readonly may: (parameters: unknown) => boolean;
  /**
   * Orders its work anew, in the transaction that takes the old one away; says false when it is
   * ordered already.
   */
  readonly order: (queries: Queries, job: FailedJob) => Promise<boolean>;
};

export type FleetParts = {
  readonly database: Database;
  readonly now: () => Date;
  readonly startedAt: Date;
  readonly serverId: string;
  readonly checks: readonly ReadinessCheck[];
  readonly counters: () => Pick<
    ServerStanding,
    'ingest' | 'live' | 'connections' | 'servers' | 'leasesLost'
  >;
  /** By kind: those that can be done again without harm. */
  readonly retries: Readonly<Record<string, RetryJob>>;
  readonly wake: (kind: string) => void;
};

/** The fleet, this server, and the jobs, for the maker. */
export function registerFleetRoutes(server: FastifyInstance, parts: FleetParts): void {
  const { database, retries } = parts;
  const retryOf = ({
    kind,
    parameters,
  }: Pick<FailedJob, 'kind' | 'parameters'>): RetryJob | null => {
    const retry = Object.hasOwn(retries, kind) ? retries[kind] : undefined;
    return retry?.may(parameters) === true ? retry : null;
  };

  serveEndpoint(server, platformApi.fleet, () => readFleet(database));

  serveEndpoint(server, platformApi.server, () => standingOf(parts, server));

  serveEndpoint(server, platformApi.jobs, ({ query }) =>
    readJobs(database, query.state, (job) => retryOf(job) !== null),
  );

  serveEndpoint(server, platformApi.retryJob, async ({ params }) => {
    const kind = await database.transaction(async (queries) => {
      const job = await lockFailedJob(queries, params.jobId);
      const retry = retryOf(job);
      if (retry === null) throw refuse('job-retry-invalid');
      await dropJob(queries, job);
      if (!(await retry.order(queries, job))) throw refuse('job-state-conflict');
      return job.kind;
    });
    parts.wake(kind);
  });
}

/** How this server is, for its screen and for /metrics. */
export async function standingOf(
  { database, now, startedAt, serverId, checks, counters }: Omit<FleetParts, 'retries' | 'wake'>,
  { log }: FastifyInstance,
): Promise<ServerStanding> {
  const results = await runChecks(checks, log);
  // While the database is away the rest is told all the same.
  const storage =
    results.find(({ name }) => name === 'database')?.ok === false
      ? { databaseBytes: 0, waitingMails: 0 }
      : await readStorage(database);
  return {
    serverId,
    version: PRODUCT_VERSION,
    startedAt: startedAt.toISOString(),
    now: now().toISOString(),
    checks: results,
    memoryBytes: process.memoryUsage.rss(),
    ...storage,
    ...counters(),
  };
}
