import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath } from '../documents/field-path.ts';
import { noticeOf } from './issue-notice.ts';

export type SchemaCheck<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly issues: ProblemIssue[] };

/** Checks a value and says what is wrong by the catalogue. `at`: where the value stands in what was sent. */
export function checkBySchema<Value>(schema: $ZodType<Value>, value: unknown, at: readonly string[] = []): SchemaCheck<Value> {
  // Only with the input can it be told that something is missing, or of which kind it is. It goes no further than this.
  const result = safeParse(schema, value, { reportInput: true });
  return result.success ? { ok: true, value: result.data } : { ok: false, issues: result.error.issues.flatMap((issue) => problemIssues(issue, at)) };
}

/** A key that does not exist marks its own field, so several become several. */
function problemIssues(issue: $ZodIssue, at: readonly string[]): ProblemIssue[] {
  const place = [...at, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldText(place), ...noticeOf(issue) }];
  return issue.keys.map((key) => ({ field: fieldText([...place, key]), ...noticeOf({ ...issue, keys: [key] }) }));
}

/** `writes.0.data.name`; names of other characters stand in back quotes, as in every field path. */
const fieldText = (place: readonly PropertyKey[]): string => place.map((part) => (typeof part === 'number' ? String(part) : formatFieldPath([String(part)]))).join('.');
