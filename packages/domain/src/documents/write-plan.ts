import { ProblemError } from '../contract/problem.ts';
import {
  FieldTransform,
  isDocumentMap,
  type DocumentMap,
  type DocumentValue,
  type TransformOperation,
  type WriteMap,
  type WriteValue,
} from './document-value.ts';
import { fieldPathKeys, formatFieldPath, type FieldPath } from './field-path.ts';

/** A step of a write: puts a value, or applies a transform to the current value. */
export type WriteStep =
  | { readonly kind: 'put'; readonly field: FieldPath; readonly value: DocumentValue }
  | {
      readonly kind: 'transform';
      readonly field: FieldPath;
      readonly operation: TransformOperation;
    };

type Transform = Extract<WriteStep, { kind: 'transform' }>;

/**
 * Plans the replacement of a whole document (create, or set without merge).
 * @throws ProblemError `delete-misplaced`
 */
export function planReplace(data: WriteMap): {
  readonly data: DocumentMap;
  readonly steps: readonly Transform[];
} {
  const transforms: Transform[] = [];
  const plain = takeTransforms(data, [], transforms) ?? {};
  checkNoDeletes(transforms);
  return { data: plain, steps: transforms };
}

/** Plans a merge of all given fields: puts each leaf, where arrays and empty maps are leaves. */
export const planMergeAll = (data: WriteMap, at: FieldPath = []): WriteStep[] =>
  Object.entries(data).flatMap(([name, value]): WriteStep[] => {
    const field = [...at, name];
    if (value instanceof FieldTransform)
      return [{ kind: 'transform', field, operation: value.operation }];
    if (isDocumentMap(value) && Object.keys(value).length > 0) return planMergeAll(value, field);
    return planPut(field, value);
  });

/**
 * Plans a merge of named fields: each replaces the stored value; other data is ignored.
 * @throws ProblemError `merge-field-missing` if a field has no data; `delete-misplaced` for a
 *   deletion anywhere but at a named field
 */
export function planMergeFields(data: WriteMap, fields: readonly FieldPath[]): WriteStep[] {
  const found: Transform[] = [];
  takeTransforms(data, [], found);
  const named = new Set(fields.map((field) => fieldPathKeys(field).at(-1)));
  checkNoDeletes(found.filter((step) => !fieldPathKeys(step.field).some((key) => named.has(key))));
  return fields.flatMap((field) => {
    const value = writeValueAt(data, field);
    if (value === undefined)
      throw new ProblemError('merge-field-missing', { place: formatFieldPath(field) });
    return planPut(field, value);
  });
}

/**
 * Plans putting one value at a field.
 * @throws ProblemError `delete-misplaced` for a deletion inside the value
 */
export function planPut(field: FieldPath, value: WriteValue): WriteStep[] {
  if (value instanceof FieldTransform)
    return [{ kind: 'transform', field, operation: value.operation }];
  if (!isDocumentMap(value)) return [{ kind: 'put', field, value }];
  const transforms: Transform[] = [];
  const plain = takeTransforms(value, field, transforms) ?? {};
  checkNoDeletes(transforms);
  return [{ kind: 'put', field, value: plain }, ...transforms];
}

/**
 * Splits a map into plain values and transforms. Returns null for a map that contained only
 * transforms.
 */
function takeTransforms(
  data: WriteMap,
  at: FieldPath,
  transforms: Transform[],
): DocumentMap | null {
  const plain: [string, DocumentValue][] = [];
  let taken = 0;
  for (const [name, value] of Object.entries(data)) {
    const field = [...at, name];
    if (value instanceof FieldTransform) {
      transforms.push({ kind: 'transform', field, operation: value.operation });
      taken += 1;
    } else if (isDocumentMap(value)) {
      const inner = takeTransforms(value, field, transforms);
      if (inner === null) taken += 1;
      else plain.push([name, inner]);
    } else plain.push([name, value]);
  }
  return taken > 0 && plain.length === 0 ? null : Object.fromEntries(plain);
}

function writeValueAt(data: WriteMap, field: FieldPath): WriteValue | undefined {
  let value: WriteValue | undefined = data;
  for (const name of field) {
    if (!isDocumentMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function checkNoDeletes(transforms: readonly Transform[]): void {
  const misplaced = transforms.find((step) => step.operation.kind === 'deleteField');
  if (misplaced)
    throw new ProblemError('delete-misplaced', { place: formatFieldPath(misplaced.field) });
}
