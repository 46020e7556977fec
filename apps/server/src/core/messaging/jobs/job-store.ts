import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';

/**
 * A job to run. `subject` identifies its target: at most one job of a kind and subject is active at
 * a time.
 */
export type JobOrder = {
  readonly rootDomainId: string;
  readonly kind: string;
  readonly subject: string;
  readonly parameters: object;
};

/**
 * Proof that a run holds its job; void once another run has claimed it. May be passed to a thread.
 */
export type JobLease = {
  readonly rootDomainId: string;
  readonly jobId: string;
  readonly leaseId: string;
};

export type ClaimedJob = JobLease & {
  readonly subject: string;
  readonly parameters: unknown;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly cancelRequested: boolean;
};

type JobEnd = 'done' | 'failed' | 'cancelled';

/** Another run holds the job, or it has ended: this run must have no further effect. */
export class JobLost extends Error {
  constructor(lease: JobLease) {
    super(`job ${lease.jobId} is held by another run`);
    this.name = 'JobLost';
  }
}

/** Ended jobs remain visible for this long. */
const RETENTION_DAYS = 7;

/**
 * Adds a job in the caller's transaction. Returns false if a job of this kind and subject is active
 * already.
 */
export async function addJob(queries: Queries, order: JobOrder): Promise<boolean> {
  const rows = await queries.query({
    name: 'insert_job',
    text: `insert into jobs (root_domain_id, job_id, kind, subject, parameters) values ($1, $2, $3, $4, $5)
      on conflict (kind, subject) where state in ('waiting', 'running') do nothing returning job_id`,
    values: [
      order.rootDomainId,
      randomUUID(),
      order.kind,
      order.subject,
      JSON.stringify(order.parameters),
    ],
  });
  return rows.length > 0;
}

/** Requests the cancellation of the active job; returns false if there is none. */
export async function requestCancel(
  queries: Queries,
  kind: string,
  subject: string,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'cancel_job',
    text: `update jobs set cancel_requested = true, run_after = least(run_after, now()) where kind = $1 and subject = $2 and state in ('waiting', 'running') returning job_id`,
    values: [kind, subject],
  });
  return rows.length > 0;
}

/**
 * Rejects with `JobLost` unless the lease holds. Within a transaction the lease then holds until
 * the end, because claims skip locked rows: only one run can commit. `key share` is the weakest
 * lock that a claim skips, so renewal and cancellation do not wait for the transaction.
 */
export async function holdJob(queries: Queries, lease: JobLease): Promise<void> {
  const rows = await queries.query({
    name: 'lock_running_job',
    text: `select 1 from jobs where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running' for key share`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId],
  });
  if (rows.length === 0) throw new JobLost(lease);
}

const IS_CLAIMABLE = `((state = 'waiting' and run_after <= now()) or (state = 'running' and leased_until < now()))`;

/**
 * Claims a waiting job, or one whose lease has expired: the oldest of the organisation that was
 * served least recently, so that an organisation with many jobs does not delay others. All times
 * are the database's.
 */
export async function claimJob(
  database: Database,
  kind: string,
  leaseMs: number,
): Promise<ClaimedJob | null> {
  const [row] = await database.query<JobRow>({
    name: 'claim_job',
    // `trees` is a loose index scan: one step per organisation, regardless of its number of jobs.
    // Orders the organisations before it locks, so that it locks only the claimed job.
    text: `with recursive trees as (
        (select root_domain_id from jobs where kind = $1 and state in ('waiting', 'running') order by root_domain_id limit 1)
        union all
        select (select jobs.root_domain_id from jobs where kind = $1 and state in ('waiting', 'running') and jobs.root_domain_id > trees.root_domain_id order by jobs.root_domain_id limit 1)
        from trees where trees.root_domain_id is not null),
      chosen as (
        select job.root_domain_id, job.job_id from (
          select trees.root_domain_id from trees left join job_turns turn on turn.root_domain_id = trees.root_domain_id and turn.kind = $1
          cross join lateral (select run_after from jobs where kind = $1 and root_domain_id = trees.root_domain_id and ${IS_CLAIMABLE} order by run_after limit 1) oldest
          order by turn.turned_at nulls first, oldest.run_after) tree
        cross join lateral (
          select root_domain_id, job_id from jobs where kind = $1 and root_domain_id = tree.root_domain_id and ${IS_CLAIMABLE} order by run_after limit 1 for update skip locked) job
        limit 1),
      turned as (
        insert into job_turns (root_domain_id, kind, turned_at) select root_domain_id, $1, clock_timestamp() from chosen
        on conflict (root_domain_id, kind) do update set turned_at = excluded.turned_at)
      update jobs set state = 'running', lease_id = $2, leased_until = now() + $3 * interval '1 millisecond', attempt = attempt + 1
      where (root_domain_id, job_id) in (select root_domain_id, job_id from chosen)
      returning root_domain_id, job_id, lease_id, subject, parameters, attempt, cancel_requested`,
    values: [kind, randomUUID(), leaseMs],
  });
  return row === undefined
    ? null
    : {
        rootDomainId: row.root_domain_id,
        jobId: row.job_id,
        leaseId: row.lease_id,
        subject: row.subject,
        parameters: row.parameters,
        attempt: row.attempt,
        cancelRequested: row.cancel_requested,
      };
}

/** Returns whether cancellation was requested; null if the lease is lost. */
export async function renewLease(
  database: Database,
  lease: JobLease,
  leaseMs: number,
): Promise<boolean | null> {
  const [row] = await database.query<{ cancel_requested: boolean }>({
    name: 'renew_job',
    text: `update jobs set leased_until = now() + $4 * interval '1 millisecond'
      where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running' returning cancel_requested`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId, leaseMs],
  });
  return row?.cancel_requested ?? null;
}

export async function endJob(
  database: Database,
  lease: JobLease,
  state: JobEnd,
  problem: string | null,
): Promise<void> {
  await database.query({
    name: 'end_job',
    text: `update jobs set state = $4, problem = $5, lease_id = null, leased_until = null, expires_at = now() + $6 * interval '1 day'
      where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running'`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId, state, problem, RETENTION_DAYS],
  });
}

/**
 * Returns the job to the queue after a delay. With `counts` false this run does not count as an
 * attempt (the server stops).
 */
export async function returnJob(
  database: Database,
  lease: JobLease,
  afterMs: number,
  problem: string | null,
  counts: boolean,
): Promise<void> {
  await database.query({
    name: 'requeue_job',
    text: `update jobs set state = 'waiting', lease_id = null, leased_until = null, run_after = now() + $4 * interval '1 millisecond', problem = $5,
        attempt = attempt - $6
      where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running'`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId, afterMs, problem, counts ? 0 : 1],
  });
}

type JobRow = {
  root_domain_id: string;
  job_id: string;
  lease_id: string;
  subject: string;
  parameters: unknown;
  attempt: number;
  cancel_requested: boolean;
};
