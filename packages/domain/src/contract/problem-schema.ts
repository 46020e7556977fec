import { z } from 'zod';

/**
 * What is wrong with one field, as a code of the catalogue (validation/issue-notice.ts) and the
 * arguments of its words.
 */
const problemIssue = z.object({
  field: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ProblemIssue = z.infer<typeof problemIssue>;

/**
 * An expected failure, as every reply and refused message carries it. `code` is stable English for
 * logs and tests; the words a person reads come from the code in the web's text.
 */
export const problem = z.object({
  code: z.string(),
  /** Which field, row or byte, where one is to blame. */
  place: z.string().optional(),
  /** Arguments of the words, never anything about a person's health. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  issues: z.array(problemIssue).optional(),
  retryAfterSeconds: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;
