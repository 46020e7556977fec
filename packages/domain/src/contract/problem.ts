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

  /** `problem`: a code of ours with its details, or a problem received from another process. */
  constructor(problem: Problem | ProblemCode, more: Omit<Problem, 'code'> = {}) {
    const given = typeof problem === 'string' ? { code: problem, ...more } : problem;
    super(given.place === undefined ? given.code : `${given.code} (${given.place})`);
    this.name = 'ProblemError';
    this.problem = given;
  }
}

/** Whether an error is a problem with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ProblemCode[]): error is ProblemError =>
  error instanceof ProblemError && codes.some((code) => code === error.problem.code);
