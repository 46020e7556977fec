import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseUnavailable } from './database-problem.ts';

/** Default for all statements of a request together, so that every answer comes within 10 s. */
export const REQUEST_LIMIT_MS = 8_000;

/** By `performance.now()`, when a request has to be answered; infinite once nothing limits it. */
export type Deadline = { endsAtMs: number };

const deadlines = new AsyncLocalStorage<Deadline>();

/** All statements of `work` together may take until the deadline. */
export const withDeadline = <Result>(deadline: Deadline, work: () => Result): Result =>
  deadlines.run(deadline, work);

/** Milliseconds until the deadline of the current request; infinite where there is none. */
export const remainingMs = (): number =>
  (deadlines.getStore()?.endsAtMs ?? Number.POSITIVE_INFINITY) - performance.now();

/** Rejects with `database-unavailable` at the deadline, while `work` goes on unheard. */
export async function untilDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const limitMs = remainingMs();
  if (limitMs <= 0) throw databaseUnavailable();
  if (limitMs === Number.POSITIVE_INFINITY) return work();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(databaseUnavailable()), limitMs);
  try {
    const working = work();
    // It may fail after it was left.
    working.catch(() => undefined);
    return await Promise.race([working, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
