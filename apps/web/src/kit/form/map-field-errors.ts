import { parseFieldPath, type Problem } from '@yamori/domain';
import type { FormValues } from './form-store.ts';

/**
 * Maps a problem about fields of a document to those of the form: `limits.rooms` is the form's
 * `rooms` if it has no `limits`.
 */
export function mapFieldErrors(problem: Problem, values: FormValues): Problem {
  if (problem.issues === undefined) return problem;
  return {
    ...problem,
    issues: problem.issues.map((issue) => ({ ...issue, field: getName(issue.field, values) })),
  };
}

function getName(field: string, values: FormValues): string {
  if (Object.hasOwn(values, field) || Object.hasOwn(values, field.split('.')[0] ?? ''))
    return field;
  const last = parseFieldPath(field).at(-1) ?? '';
  return Object.hasOwn(values, last) ? last : field;
}
