import { checkBySchema, formatFieldPath, isPlainObject, refuse } from '@yamori/domain';
import type { $ZodType } from 'zod/v4/core';

/**
 * Checks what a request brings against the schema of its route; what is wrong leaves as
 * `request-invalid` with an issue a field.
 */
export const validateBySchema =
  ({ schema }: { readonly schema: $ZodType }) =>
  (data: unknown) => {
    const foreign = unstorableText(data);
    if (foreign !== null)
      return {
        error: refuse('request-invalid', { issues: [{ field: foreign, code: 'value-wrong' }] }),
      };
    const checked = checkBySchema(schema, data);
    return checked.ok
      ? { value: checked.value }
      : { error: refuse('request-invalid', { issues: checked.issues }) };
  };

/**
 * Where a text stands that no text of the database can be: one with U+0000, or with half a
 * surrogate pair. Null when there is none. Nobody types either, and no route has a use for them.
 * Without recursion: what is sent may be nested however deep.
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
      // The place of what lies deep is the field at the top: that is what a form can mark.
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
