import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';

/**
 * What has to be done. `subject` names what it works on: while a job of this kind and subject
 * lives, it is the one.
 */
export type JobOrder = {
  readonly rootDomainId: string;
  readonly kind: string;
  readonly subject: string;
  readonly parameters: object;
};

/** Proof that a run holds its job; void once another run has it. May be handed to a thread. */
export type JobLease = {
  readonly rootDomainId: string;
  readonly jobId: string;
  readonly leaseId: string;
};

export type ClaimedJob = JobLease & {
  readonly subject: string;
  readonly parameters: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly cancelRequested: boolean;
};

export type JobEnd = 'done' | 'failed' | 'cancelled';

/** Another run has the job, or it is over: nothing of this run may have effect any more. */
export class JobLost extends Error {
  constructor(lease: JobLease) {
    super(`job ${lease.jobId} is held by another run`);
    this.name = 'JobLost';
  }
}

/** Rows of ended jobs are kept for this long, to be looked at. */
const ENDED_KEPT_DAYS = 7;

/**
 * Adds a job in the caller's transaction, so that it is there exactly when what it was ordered for
 * is.
 * @returns false when one of this kind and subject lives already.
 */
export async function addJob(queries: Queries, order: JobOrder): Promise<boolean> {
  const rows = await queries.query({
    name: 'job-add',
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

/** Asks the live job to stop. @returns false when there is none. */
export async function requestCancel(
  queries: Queries,
  kind: string,
  subject: string,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'job-cancel',
    text: `update jobs set cancel_requested = true, run_after = least(run_after, now()) where kind = $1 and subject = $2 and state in ('waiting', 'running') returning job_id`,
    values: [kind, subject],
  });
  return rows.length > 0;
}

/**
 * Rejects with `JobLost` unless the lease still holds; in a transaction it keeps holding until the
 * end of it, since a claim passes over rows that are locked. So what is committed with it is done
 * by one run only. The lock is the weakest that a claim minds: renewing the lease and asking to
 * cancel do not wait for the transaction.
 */
export async function holdJob(queries: Queries, lease: JobLease): Promise<void> {
  const rows = await queries.query({
    name: 'job-hold',
    text: `select 1 from jobs where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running' for key share`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId],
  });
  if (rows.length === 0) throw new JobLost(lease);
}

const IS_CLAIMABLE = `((state = 'waiting' and run_after <= now()) or (state = 'running' and leased_until < now()))`;

/**
 * Takes a job that waits, or whose run has not been heard of: the oldest of the organisation whose
 * last turn is longest ago, so that one with many holds nobody up. The database's clock decides,
 * the same for all servers.
 */
export async function claimJob(
  database: Database,
  kind: string,
  leaseMs: number,
): Promise<ClaimedJob | null> {
  const [row] = await database.query<JobRow>({
    name: 'job-claim',
    // `trees` steps from one organisation to the next in the index, however many jobs each has.
    // Locked is the job that is taken, and none of those that others could take meanwhile: the
    // organisations are put in order first, and tried one after the other.
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

/** @returns whether somebody asked to cancel; null when the lease is lost. */
export async function renewLease(
  database: Database,
  lease: JobLease,
  leaseMs: number,
): Promise<boolean | null> {
  const [row] = await database.query<{ cancel_requested: boolean }>({
    name: 'job-renew',
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
    name: 'job-end',
    text: `update jobs set state = $4, problem = $5, lease_id = null, leased_until = null, expires_at = now() + $6 * interval '1 day'
      where root_domain_id = $1 and job_id = $2 and lease_id = $3 and state = 'running'`,
    values: [lease.rootDomainId, lease.jobId, lease.leaseId, state, problem, ENDED_KEPT_DAYS],
  });
}

/**
 * Gives the job back, to be run after a while. `counts` false: this run was no try (the server
 * stops).
 */
export async function returnJob(
  database: Database,
  lease: JobLease,
  afterMs: number,
  problem: string | null,
  counts: boolean,
): Promise<void> {
  await database.query({
    name: 'job-return',
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
