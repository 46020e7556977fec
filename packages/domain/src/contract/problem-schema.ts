import { z } from 'zod';

/**
 * An issue with one field: a code of the catalogue (validation/issue-notice.ts) and its arguments.
 */
const problemIssue = z.object({
  field: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ProblemIssue = z.infer<typeof problemIssue>;

/**
 * An expected failure in an HTTP reply or a `failed` message. `code` is stable English for logs and
 * tests; the client translates it for people.
 */
export const problem = z.object({
  code: z.string(),
  /** The field, row or byte that caused it. */
  place: z.string().optional(),
  /** Arguments of the user text; never health data. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  issues: z.array(problemIssue).optional(),
  retryAfterSeconds: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;
