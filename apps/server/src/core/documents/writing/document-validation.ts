import {
  brokenLines,
  checkBySchema,
  draftOf,
  formatFieldPath,
  isDocumentMap,
  refuse,
  valueAt,
  type Collection,
  type DocumentMap,
  type DocumentValue,
  type FieldPath,
  type ProblemError,
  type ProblemIssue,
} from '@yamori/domain';
import { memberSchema, type FieldSchema } from './field-schema.ts';

/**
 * Checks a document that is written whole and fills in what the schema gives by default.
 * @throws ProblemError `document-invalid` with an issue a field
 */
export function validateWhole(
  collection: Collection,
  path: string,
  data: DocumentMap,
): DocumentMap {
  const checked = checkBySchema(collection.schema, data);
  if (!checked.ok) throw invalid(path, checked.issues);
  // A schema of a collection gives document values for document values.
  const value = checked.value as DocumentMap;
  refuseBrokenLines(collection, path, value, null);
  return value;
}

/**
 * Checks only what a write changes (specification, section 5), each field against its own schema.
 * @throws ProblemError `document-invalid`
 */
export function validateChanged(
  collection: Collection,
  path: string,
  before: DocumentMap,
  after: DocumentMap,
  changed: readonly FieldPath[],
): DocumentMap {
  const draft = draftOf(after);
  const checkedPlaces = new Set<string>();
  for (const field of changed) {
    const { schema, place } = checkablePart(collection, path, before, field);
    const key = formatFieldPath(place);
    // Many fields of one new map are checked with it, once.
    if (checkedPlaces.has(key)) continue;
    checkedPlaces.add(key);
    const value = draft.value(place);
    const checked = checkBySchema(schema, value, place);
    if (!checked.ok) throw invalid(path, checked.issues);
    // A schema of a collection gives document values for document values.
    if (checked.value !== undefined && value !== checked.value)
      draft.set(place, checked.value as DocumentValue);
  }
  const value = draft.finish();
  refuseBrokenLines(collection, path, value, changed);
  return value;
}

function refuseBrokenLines(
  { name }: Collection,
  path: string,
  data: DocumentMap,
  changed: readonly FieldPath[] | null,
): void {
  const issues = brokenLines(name, data, changed);
  if (issues.length > 0) throw invalid(path, issues);
}

/**
 * The innermost part around a field that has a schema of its own and was there before: a new map is
 * checked whole.
 */
function checkablePart(
  collection: Collection,
  path: string,
  before: DocumentMap,
  field: FieldPath,
): { schema: FieldSchema; place: FieldPath } {
  let schema: FieldSchema = collection.schema;
  for (const [index, name] of field.entries()) {
    const place = field.slice(0, index);
    if (index > 0 && !isDocumentMap(valueAt(before, place))) return { schema, place };
    const member = memberSchema(schema, name);
    if (member === undefined) return { schema, place };
    if (member === null) {
      throw invalid(path, [
        {
          field: formatFieldPath(field.slice(0, index + 1)),
          code: 'keys-unknown',
          details: { keys: `'${name}'` },
        },
      ]);
    }
    schema = member;
  }
  return { schema, place: field };
}

const invalid = (path: string, issues: ProblemIssue[]): ProblemError =>
  refuse('document-invalid', { place: path, issues });
