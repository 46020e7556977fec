import { refuse } from '../contract/problem.ts';
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

/** A step of a write: put a value, or apply a transform to what is there by then. */
export type WriteStep =
  | { readonly kind: 'put'; readonly field: FieldPath; readonly value: DocumentValue }
  | {
      readonly kind: 'transform';
      readonly field: FieldPath;
      readonly operation: TransformOperation;
    };

type Transform = Extract<WriteStep, { kind: 'transform' }>;

/**
 * The steps that replace a whole document (create, or set without merge). @throws ProblemError
 * `delete-misplaced`
 */
export function planReplace(data: WriteMap): {
  readonly data: DocumentMap;
  readonly steps: readonly Transform[];
} {
  const transforms: Transform[] = [];
  const plain = takeTransforms(data, [], transforms) ?? {};
  refuseDeletes(transforms);
  return { data: plain, steps: transforms };
}

/**
 * The steps of a merge of everything given: each leaf is put by itself; arrays and empty maps are
 * leaves.
 */
export const planMergeAll = (data: WriteMap, at: FieldPath = []): WriteStep[] =>
  Object.entries(data).flatMap(([name, value]): WriteStep[] => {
    const field = [...at, name];
    if (value instanceof FieldTransform)
      return [{ kind: 'transform', field, operation: value.operation }];
    if (isDocumentMap(value) && Object.keys(value).length > 0) return planMergeAll(value, field);
    return planPut(field, value);
  });

/**
 * The steps of a merge of the fields named: each replaces what is stored there, data at other
 * places is ignored.
 * @throws ProblemError `merge-field-missing` when the data has nothing at a field;
 * `delete-misplaced` for a deletion anywhere but exactly at a field named
 */
export function planMergeFields(data: WriteMap, fields: readonly FieldPath[]): WriteStep[] {
  const found: Transform[] = [];
  takeTransforms(data, [], found);
  const named = new Set(fields.map((field) => fieldPathKeys(field).at(-1)));
  refuseDeletes(found.filter((step) => !fieldPathKeys(step.field).some((key) => named.has(key))));
  return fields.flatMap((field) => {
    const value = writeValueAt(data, field);
    if (value === undefined) throw refuse('merge-field-missing', { place: formatFieldPath(field) });
    return planPut(field, value);
  });
}

/**
 * The steps that put one value at a field. @throws ProblemError `delete-misplaced` for a deletion
 * inside the value.
 */
export function planPut(field: FieldPath, value: WriteValue): WriteStep[] {
  if (value instanceof FieldTransform)
    return [{ kind: 'transform', field, operation: value.operation }];
  if (!isDocumentMap(value)) return [{ kind: 'put', field, value }];
  const transforms: Transform[] = [];
  const plain = takeTransforms(value, field, transforms) ?? {};
  refuseDeletes(transforms);
  return [{ kind: 'put', field, value: plain }, ...transforms];
}

/**
 * Splits a map into its plain part and its transforms; null when a map that held transforms only is
 * left empty.
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

function refuseDeletes(transforms: readonly Transform[]): void {
  const misplaced = transforms.find((step) => step.operation.kind === 'deleteField');
  if (misplaced) throw refuse('delete-misplaced', { place: formatFieldPath(misplaced.field) });
}
