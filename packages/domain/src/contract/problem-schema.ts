import { z } from 'zod';

/**
 * An expected failure, as every reply and refused message carries it. `code` is stable English for logs and tests;
 * the words a person reads come from the code in the web's text.
 */
export const problem = z.object({
  code: z.string(),
  /** Which field, row or byte, where one is to blame. */
  place: z.string().optional(),
  /** Arguments of the words, never anything about a person's health. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  issues: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;
