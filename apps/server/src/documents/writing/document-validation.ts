import { z } from 'zod';
import {
  formatFieldPath, isDocumentMap, refuse, setAt, valueAt,
  type Collection, type DocumentMap, type DocumentValue, type FieldPath, type Problem, type ProblemError,
} from '@yamori/domain';
import { memberSchema, type FieldSchema } from './field-schema.ts';

type Issue = NonNullable<Problem['issues']>[number];

/**
 * Checks a document that is written whole and fills in what the schema gives by default.
 * @throws ProblemError `document-invalid` with an issue a field
 */
export function validateWhole(collection: Collection, path: string, data: DocumentMap): DocumentMap {
  const result = collection.schema.safeParse(data);
  if (!result.success) throw invalid(path, result.error.issues, []);
  // A schema of a collection gives document values for document values.
  return result.data as DocumentMap;
}

/**
 * Checks only what a write changes (specification, section 5), each field against its own schema.
 * @throws ProblemError `document-invalid`
 */
export function validateChanged(collection: Collection, path: string, before: DocumentMap, after: DocumentMap, changed: readonly FieldPath[]): DocumentMap {
  return changed.reduce((data, field) => validateField(collection, path, before, data, field), after);
}

function validateField(collection: Collection, path: string, before: DocumentMap, data: DocumentMap, field: FieldPath): DocumentMap {
  const { schema, place } = checkablePart(collection, path, before, field);
  const value = valueAt(data, place);
  const result = z.safeParse(schema, value);
  if (!result.success) throw invalid(path, result.error.issues, place);
  if (result.data === undefined || value === result.data) return data;
  return setAt(data, place, result.data as DocumentValue);
}

/** The innermost part around a field that has a schema of its own and was there before: a new map is checked whole. */
function checkablePart(collection: Collection, path: string, before: DocumentMap, field: FieldPath): { schema: FieldSchema; place: FieldPath } {
  let schema: FieldSchema = collection.schema;
  for (const [index, name] of field.entries()) {
    const place = field.slice(0, index);
    if (index > 0 && !isDocumentMap(valueAt(before, place))) return { schema, place };
    const member = memberSchema(schema, name);
    if (member === undefined) return { schema, place };
    if (member === null) {
      throw refuse('document-invalid', { place: path, issues: [{ field: formatFieldPath(field.slice(0, index + 1)), code: 'unrecognized_keys', message: 'Unrecognized key' }] });
    }
    schema = member;
  }
  return { schema, place: field };
}

const invalid = (path: string, issues: readonly z.core.$ZodIssue[], at: FieldPath): ProblemError =>
  refuse('document-invalid', { place: path, issues: issues.flatMap((issue) => describe(issue, at)) });

function describe(issue: z.core.$ZodIssue, at: FieldPath): Issue[] {
  const place = [...at, ...issue.path.map(String)];
  const places = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...place, key]) : [place];
  return places.map((names) => ({ field: names.length === 0 ? '' : formatFieldPath(names), code: issue.code, message: issue.message }));
}
