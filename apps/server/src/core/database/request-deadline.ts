import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseUnavailable } from './database-problem.ts';

/**
 * Default limit for all statements of a request together, so that a response takes at most 10 s.
 */
export const REQUEST_LIMIT_MS = 8_000;

/** `endsAtMs` is a `performance.now()` time; infinite means no limit. */
export type Deadline = { endsAtMs: number };

const deadlines = new AsyncLocalStorage<Deadline>();

/** Applies one deadline to all statements of `work`. */
export const withDeadline = <Result>(deadline: Deadline, work: () => Result): Result =>
  deadlines.run(deadline, work);

/** Milliseconds until the deadline of the current request; infinite without one. */
export const remainingMs = (): number =>
  (deadlines.getStore()?.endsAtMs ?? Number.POSITIVE_INFINITY) - performance.now();

/** Rejects with `database-unavailable` at the deadline; `work` continues unobserved. */
export async function untilDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const limitMs = remainingMs();
  if (limitMs <= 0) throw databaseUnavailable();
  if (limitMs === Number.POSITIVE_INFINITY) return work();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(databaseUnavailable()), limitMs);
  try {
    const working = work();
    // `work` may reject after the deadline.
    working.catch(() => undefined);
    return await Promise.race([working, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
