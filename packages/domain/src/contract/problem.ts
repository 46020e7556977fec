// No import of the schema library: the sign-in page and the compaction threads throw problems, and
// the schemas would be the largest part of what they load.
import type { ProblemCode } from './problem-codes.ts';
import type { Problem } from './problem-schema.ts';

/**
 * An expected failure. HTTP sends it as a reply, the socket as `failed`. Codes are `noun-what`, for
 * example `session-required`, `document-not-found`, `document-conflict`, `limit-batch`.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.place === undefined ? problem.code : `${problem.code} (${problem.place})`);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** The error for an expected failure of this code. */
export const refuse = (code: ProblemCode, more: Omit<Problem, 'code'> = {}): ProblemError =>
  new ProblemError({ code, ...more });
