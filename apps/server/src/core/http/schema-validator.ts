import { checkBySchema, formatFieldPath, isPlainObject, ProblemError } from '@yamori/domain';
import type { $ZodType } from 'zod/v4/core';

/**
 * Validates a request against its route's schema; fails with `request-invalid`, one issue a field.
 */
export const validateBySchema =
  ({ schema }: { readonly schema: $ZodType }) =>
  (data: unknown) => {
    const foreign = unstorableText(data);
    if (foreign !== null)
      return {
        error: new ProblemError('request-invalid', {
          issues: [{ field: foreign, code: 'value-wrong' }],
        }),
      };
    const checked = checkBySchema(schema, data);
    return checked.ok
      ? { value: checked.value }
      : { error: new ProblemError('request-invalid', { issues: checked.issues }) };
  };

/**
 * Field of a text that PostgreSQL cannot store: one with U+0000 or an unpaired surrogate. Null if
 * there is none. No route needs such text. Iterative, because a body may be nested to any depth.
 */
function unstorableText(data: unknown): string | null {
  const waiting: { readonly value: unknown; readonly field: string }[] = [
    { value: data, field: '' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field } = next;
    if (typeof value === 'string') {
      if (!isStorable(value)) return field;
    } else if (Array.isArray(value) || isPlainObject(value)) {
      // For nested values, report the top-level field, which a form can mark.
      for (const [name, member] of Object.entries(value)) {
        if (!isStorable(name)) return field;
        if (typeof member === 'string' || (typeof member === 'object' && member !== null))
          waiting.push({ value: member, field: field === '' ? formatFieldPath([name]) : field });
      }
    }
  }
  return null;
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
