import { checkBySchema, refuse } from '@yamori/domain';
import type { $ZodType } from 'zod/v4/core';

/** Checks what a request brings against the schema of its route; what is wrong leaves as `request-invalid` with an issue a field. */
export const validateBySchema = ({ schema }: { readonly schema: $ZodType }) => (data: unknown) => {
  const checked = checkBySchema(schema, data);
  return checked.ok ? { value: checked.value } : { error: refuse('request-invalid', { issues: checked.issues }) };
};
