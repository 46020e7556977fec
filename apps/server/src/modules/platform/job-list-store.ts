import type { FailedJob } from '../../core/messaging/jobs/job-kind.ts';
import { ProblemError, type FleetJob, type FleetJobs, type JobState } from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';

const MAX_LISTED = 100;

type JobRow = {
  job_id: string;
  kind: string;
  parameters: unknown;
  state: JobState;
  root_domain_id: string;
  domain_name: string;
  attempt: number;
  problem: string | null;
  created_at: Date;
  run_after: Date;
};

/** Job counts by kind and state. */
export const countJobs = (database: Database): Promise<FleetJobs['counts']> =>
  database.query<FleetJobs['counts'][number]>({
    name: 'count_jobs',
    text: 'select kind, state, count(*)::int as count from jobs group by 1, 2 order by 1, 2',
  });

/** Jobs for a list, without parameters and subjects, which may name rooms and files. */
export async function readJobs(
  database: Database,
  state: JobState,
  mayRetry: (job: Pick<FailedJob, 'kind' | 'parameters'>) => boolean,
): Promise<FleetJobs> {
  const [counts, [nights], rows] = await Promise.all([
    countJobs(database),
    database.query<{ count: number }>({
      name: 'count_waiting_nights',
      text: 'select count(*)::int as count from night_orders where done < asked',
    }),
    database.query<JobRow>({
      name: 'list_jobs',
      text: `select job_id, kind, parameters, state, jobs.root_domain_id, coalesce(domain.data->>'name', '') as domain_name, attempt, problem, jobs.created_at, run_after
        from jobs left join documents domain on domain.path = 'domain/' || jobs.root_domain_id where state = $1 order by jobs.created_at desc, job_id limit $2`,
      values: [state, MAX_LISTED],
    }),
  ]);
  return {
    counts,
    jobs: rows.map((row) => toJob(row, mayRetry)),
    waitingNights: nights?.count ?? 0,
  };
}

const toJob = (
  row: JobRow,
  mayRetry: (job: Pick<FailedJob, 'kind' | 'parameters'>) => boolean,
): FleetJob => ({
  jobId: row.job_id,
  kind: row.kind,
  state: row.state,
  domainId: row.root_domain_id,
  domainName: row.domain_name,
  attempt: row.attempt,
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
  runsAt: row.state === 'waiting' ? row.run_after.toISOString() : null,
  mayRetry: row.state === 'failed' && mayRetry(row),
});

/** Locks a failed job until the transaction ends. Throws if it is missing or not failed. */
export async function lockFailedJob(queries: Queries, jobId: string): Promise<FailedJob> {
  const [row] = await queries.query<FailedJob & { state: JobState }>({
    name: 'lock_job',
    text: 'select job_id as "jobId", kind, root_domain_id as "rootDomainId", subject, parameters, state from jobs where job_id = $1 for update',
    values: [jobId],
  });
  if (row === undefined) throw new ProblemError('job-not-found');
  if (row.state !== 'failed') throw new ProblemError('job-state-conflict');
  return row;
}

export async function dropJob(queries: Queries, { jobId, rootDomainId }: FailedJob): Promise<void> {
  await queries.query({
    name: 'delete_job',
    text: 'delete from jobs where root_domain_id = $1 and job_id = $2',
    values: [rootDomainId, jobId],
  });
}
