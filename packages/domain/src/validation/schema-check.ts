import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath } from '../documents/field-path.ts';
import { toNotice } from './issue-notice.ts';

type SchemaCheck<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: ProblemIssue[] };

/**
 * Maximum issues to report individually. The last entry counts the others, so that the reply stays
 * readable.
 */
const MAX_ISSUES = 20;

/**
 * Validates a value and reports issues by the catalogue.
 * @param at path of the value in the request
 */
export function checkBySchema<Value>(
  schema: $ZodType<Value>,
  value: unknown,
  at: readonly string[] = [],
): SchemaCheck<Value> {
  // The input is needed to detect missing values and types. It does not leave this function.
  const result = safeParse(schema, value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: problemIssues(result.error.issues, at) };
}

function problemIssues(issues: readonly $ZodIssue[], at: readonly string[]): ProblemIssue[] {
  const reported: ProblemIssue[] = [];
  let found = 0;
  for (const issue of issues) {
    found += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    const free = MAX_ISSUES - reported.length;
    if (free > 0) reported.push(...toProblemIssues(issue, at, free));
  }
  const more = found - reported.length;
  return more === 0
    ? reported
    : [...reported, { field: '', code: 'issues-more', details: { more } }];
}

/** Reports each unknown key as a separate issue. */
function toProblemIssues(issue: $ZodIssue, at: readonly string[], limit: number): ProblemIssue[] {
  const place = [...at, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldText(place), ...toNotice(issue) }];
  return issue.keys
    .slice(0, limit)
    .map((key) => ({ field: fieldText([...place, key]), ...toNotice({ ...issue, keys: [key] }) }));
}

/** Formats a path as `writes.0.data.name`, with back quotes around names of other characters. */
const fieldText = (place: readonly PropertyKey[]): string =>
  place
    .map((part) => (typeof part === 'number' ? String(part) : formatFieldPath([String(part)])))
    .join('.');
