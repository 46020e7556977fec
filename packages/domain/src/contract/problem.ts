// No import of the schema library: the sign-in page and the compaction threads throw problems, and
// loading the schemas would cost them more than everything else that they load.
import type { Problem } from './problem-schema.ts';

/**
 * Thrown where an expected failure has to leave a function; `http` turns it into a reply, the
 * socket into `failed`. Codes are `noun-what`, for example `session-required`,
 * `document-not-found`, `document-conflict`, `limit-batch`.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.place === undefined ? problem.code : `${problem.code} (${problem.place})`);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export const refuse = (code: string, more: Omit<Problem, 'code'> = {}): ProblemError =>
  new ProblemError({ code, ...more });
