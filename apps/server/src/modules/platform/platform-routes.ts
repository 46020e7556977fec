import { platformApi, PRODUCT_VERSION, ProblemError, type ServerStatus } from '@yamori/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../core/database/database.ts';
import { runChecks, type ReadinessCheck, type ServerWarning } from '../../core/http/readiness.ts';
import { route, type Route } from '../../core/http/route.ts';
import { readFleet, readStorage } from './platform-store.ts';
import type { FailedJob, RetryJob } from '../../core/messaging/jobs/job-kind.ts';
import { dropJob, lockFailedJob, readJobs } from './job-list-store.ts';

type PlatformContext = {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly startedAt: Date;
  readonly serverId: string;
  readonly checks: readonly ReadinessCheck[];
  readonly warnings: () => readonly ServerWarning[];
  readonly counters: () => Pick<
    ServerStatus,
    'ingest' | 'live' | 'connections' | 'servers' | 'leasesLost'
  >;
  /** Job kinds that can be repeated safely. */
  readonly retries: Readonly<Record<string, RetryJob>>;
  readonly wake: (kind: string) => void;
};

/** Platform overview, this server’s status and the jobs, for developers. */
export function platformRoutes(context: PlatformContext): readonly Route[] {
  const { database, retries } = context;

  const findRetry = ({
    kind,
    parameters,
  }: Pick<FailedJob, 'kind' | 'parameters'>): RetryJob | null => {
    const retry = Object.hasOwn(retries, kind) ? retries[kind] : undefined;
    return retry?.may(parameters) === true ? retry : null;
  };
  return [
    route(platformApi.fleet, () => readFleet(database)),
    route(platformApi.server, () => readServerStatus(context)),
    route(platformApi.jobs, ({ query }) =>
      readJobs(database, query.state, (job) => findRetry(job) !== null),
    ),
    route(platformApi.retryJob, async ({ params }) => {
      const kind = await database.transaction(async (queries) => {
        const job = await lockFailedJob(queries, params.jobId);
        const retry = findRetry(job);
        if (retry === null) throw new ProblemError('job-retry-invalid');
        await dropJob(queries, job);
        if (!(await retry.order(queries, job))) throw new ProblemError('job-state-conflict');
        return job.kind;
      });
      context.wake(kind);
    }),
  ];
}

/** This server’s status, for its screen and for /metrics. */
export async function readServerStatus({
  database,
  now,
  log,
  startedAt,
  serverId,
  checks,
  warnings,
  counters,
}: Omit<PlatformContext, 'retries' | 'wake'>): Promise<ServerStatus> {
  const results = await runChecks(checks, log);
  // Without the database, the rest of the status is still reported.
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
    warnings: [...warnings()],
    memoryBytes: process.memoryUsage.rss(),
    ...storage,
    ...counters(),
  };
}
