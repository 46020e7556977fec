import {
  brokenLines,
  checkBySchema,
  createDraft,
  formatFieldPath,
  isDocumentMap,
  valueAt,
  type Collection,
  type DocumentMap,
  type DocumentValue,
  type FieldPath,
  ProblemError,
  type ProblemIssue,
} from '@yamori/domain';
import { memberSchema, type FieldSchema } from './field-schema.ts';

/** Validates a whole document and fills in defaults. */
export function validateWhole(
  collection: Collection,
  path: string,
  data: DocumentMap,
): DocumentMap {
  const checked = checkBySchema(collection.schema, data);
  if (!checked.ok) throw invalid(path, checked.issues);
  // The output of a collection's schema consists of document values.
  const value = checked.value as DocumentMap;
  rejectBrokenLines(collection, path, value, null);
  return value;
}

/** Validates only what a write changes (specification, section 5), each field by its own schema. */
export function validateChanged(
  collection: Collection,
  path: string,
  before: DocumentMap,
  after: DocumentMap,
  changed: readonly FieldPath[],
): DocumentMap {
  const draft = createDraft(after);
  const checkedPlaces = new Set<string>();
  for (const field of changed) {
    const { schema, place } = checkablePart(collection, path, before, field);
    const key = formatFieldPath(place);
    // Several fields of one new map are validated together, once.
    if (checkedPlaces.has(key)) continue;
    checkedPlaces.add(key);
    const value = draft.value(place);
    const checked = checkBySchema(schema, value, place);
    if (!checked.ok) throw invalid(path, checked.issues);
    // The output of a collection's schema consists of document values.
    if (checked.value !== undefined && value !== checked.value)
      draft.set(place, checked.value as DocumentValue);
  }
  const value = draft.finish();
  rejectBrokenLines(collection, path, value, changed);
  return value;
}

function rejectBrokenLines(
  { name }: Collection,
  path: string,
  data: DocumentMap,
  changed: readonly FieldPath[] | null,
): void {
  const issues = brokenLines(name, data, changed);
  if (issues.length > 0) throw invalid(path, issues);
}

/**
 * The innermost part around a field that has its own schema and existed before: a new map is
 * validated whole.
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
  new ProblemError('document-invalid', { place: path, issues });
