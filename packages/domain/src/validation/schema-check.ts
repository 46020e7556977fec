import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath } from '../documents/field-path.ts';
import { noticeOf } from './issue-notice.ts';

export type SchemaCheck<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: ProblemIssue[] };

/**
 * Told one by one; of more the last says how many they are, so that an answer is no longer than
 * somebody reads.
 */
const MOST_ISSUES = 20;

/**
 * Checks a value and says what is wrong by the catalogue. `at`: where the value stands in what was
 * sent.
 */
export function checkBySchema<Value>(
  schema: $ZodType<Value>,
  value: unknown,
  at: readonly string[] = [],
): SchemaCheck<Value> {
  // Only with the input can it be told that something is missing, or of which kind it is. It goes
  // no further than this.
  const result = safeParse(schema, value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: problemIssues(result.error.issues, at) };
}

function problemIssues(issues: readonly $ZodIssue[], at: readonly string[]): ProblemIssue[] {
  const told: ProblemIssue[] = [];
  let found = 0;
  for (const issue of issues) {
    found += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    if (told.length < MOST_ISSUES) told.push(...issuesOf(issue, at, MOST_ISSUES - told.length));
  }
  return found === told.length
    ? told
    : [...told, { field: '', code: 'issues-more', details: { more: found - told.length } }];
}

/** A key that does not exist marks its own field, so several become several. */
function issuesOf(issue: $ZodIssue, at: readonly string[], atMost: number): ProblemIssue[] {
  const place = [...at, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldText(place), ...noticeOf(issue) }];
  return issue.keys
    .slice(0, atMost)
    .map((key) => ({ field: fieldText([...place, key]), ...noticeOf({ ...issue, keys: [key] }) }));
}

/** `writes.0.data.name`; names of other characters stand in back quotes, as in every field path. */
const fieldText = (place: readonly PropertyKey[]): string =>
  place
    .map((part) => (typeof part === 'number' ? String(part) : formatFieldPath([String(part)])))
    .join('.');
