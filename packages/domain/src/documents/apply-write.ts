import type { Write } from '../contract/document-messages.ts';
import type { Problem } from '../contract/problem-schema.ts';
import { hasHiddenCharacters } from './path.ts';
import { ProblemError } from '../contract/problem.ts';
import type { DocumentMap, DocumentValue, TransformOperation } from './document-value.ts';
import { checkFieldPath, conflictingPaths, formatFieldPath, type FieldPath } from './field-path.ts';
import { createDraft } from './nested-fields.ts';
import { isServerField, withoutServerFields } from './stored-document.ts';
import { valueKey } from './value-order.ts';
import { decodeWriteFields, decodeWriteValue } from './json-codec.ts';
import {
  planMergeAll,
  planMergeFields,
  planPut,
  planReplace,
  type WriteStep,
} from './write-plan.ts';

/** Result of a write. `changed` lists the fields to check; `everything` for a whole document. */
export type WriteResult =
  | {
      readonly kind: 'stored';
      readonly data: DocumentMap;
      readonly changed: 'everything' | readonly FieldPath[];
    }
  | { readonly kind: 'deleted' }
  /** A successful `verify`, or a deletion of a missing document. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: Problem };

export type CurrentDocument = { readonly data: DocumentMap; readonly version: string } | null;

/**
 * Applies a write to a document without mutating its input. Base fields in the write are ignored.
 * @param current the document at the time of the write; null if missing
 * @param serverTime value of `serverTimestamp()`
 * @returns `refused` with `path-invalid`,
 *   `document-exists`, `document-not-found`, `document-conflict`,
 *   `precondition-invalid`, `field-path-invalid`, `field-paths-conflict`, `merge-field-missing`,
 *   `merge-contradictory`, `delete-misplaced` or a problem of json-codec.ts
 */
export function applyWrite(current: CurrentDocument, write: Write, serverTime: Date): WriteResult {
  try {
    checkPrecondition(current, write);
    checkNewPath(current, write);
    return perform(current, write, serverTime);
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

function perform(current: CurrentDocument, write: Write, serverTime: Date): WriteResult {
  switch (write.kind) {
    case 'verify':
      return { kind: 'unchanged' };
    case 'delete':
      return current === null ? { kind: 'unchanged' } : { kind: 'deleted' };
    case 'create':
      return replace(write.data, serverTime);
    case 'set':
      return write.merge === true || write.mergeFields !== undefined
        ? merge(current?.data ?? null, write, serverTime)
        : replace(write.data, serverTime);
    case 'update':
      return update(current?.data ?? {}, write.fields, serverTime);
  }
}

function replace(wire: Readonly<Record<string, unknown>>, serverTime: Date): WriteResult {
  const plan = planReplace(decodeWriteFields(withoutServerFields(wire)));
  return {
    kind: 'stored',
    data: runSteps(plan.data, plan.steps, serverTime),
    changed: 'everything',
  };
}

function merge(
  current: DocumentMap | null,
  write: Extract<Write, { kind: 'set' }>,
  serverTime: Date,
): WriteResult {
  if (write.merge === true && write.mergeFields !== undefined)
    throw new ProblemError('merge-contradictory');
  const fields = write.mergeFields?.map((field) => checkFieldPath(field));
  checkConflicts(fields ?? []);
  const data = decodeWriteFields(withoutServerFields(write.data));
  const steps = fields
    ? planMergeFields(
        data,
        fields.filter((field) => !isServerField(field[0])),
      )
    : planMergeAll(data);
  const stored = runSteps(current ?? {}, steps, serverTime);
  return {
    kind: 'stored',
    data: stored,
    changed: current === null ? 'everything' : steps.map((step) => step.field),
  };
}

function update(
  current: DocumentMap,
  fields: Extract<Write, { kind: 'update' }>['fields'],
  serverTime: Date,
): WriteResult {
  const assignments = fields.map(({ field, value }) => ({ field: checkFieldPath(field), value }));
  checkConflicts(assignments.map(({ field }) => field));
  const steps = assignments
    .filter(({ field }) => !isServerField(field[0]))
    .flatMap(({ field, value }) => planPut(field, decodeWriteValue(value, formatFieldPath(field))));
  return {
    kind: 'stored',
    data: runSteps(current, steps, serverTime),
    changed: steps.map((step) => step.field),
  };
}

function checkNewPath(current: CurrentDocument, { kind, path: place }: Write): void {
  const isNew = current === null && (kind === 'create' || kind === 'set');
  if (isNew && hasHiddenCharacters(place)) throw new ProblemError('path-invalid', { place });
}

function checkPrecondition(current: CurrentDocument, write: Write): void {
  const place = write.path;
  if (write.kind === 'verify') {
    if ((current?.version ?? null) !== write.version)
      throw new ProblemError('document-conflict', { place });
    return;
  }
  if (write.kind === 'create') {
    if (current !== null) throw new ProblemError('document-exists', { place });
    return;
  }
  const { exists, version } = write.precondition ?? {};
  if (write.kind === 'update' && exists === false)
    throw new ProblemError('precondition-invalid', { place });
  if (version !== undefined && current !== null && current.version !== version)
    throw new ProblemError('document-conflict', { place });
  const mustExist = write.kind === 'update' || exists === true || version !== undefined;
  if (mustExist && current === null) throw new ProblemError('document-not-found', { place });
  if (exists === false && current !== null) throw new ProblemError('document-exists', { place });
}

function runSteps(data: DocumentMap, steps: readonly WriteStep[], serverTime: Date): DocumentMap {
  const draft = createDraft(data);
  for (const step of steps) {
    if (step.kind === 'put') draft.set(step.field, step.value);
    else if (step.operation.kind === 'deleteField') draft.remove(step.field);
    else draft.set(step.field, applyTransform(step.operation, draft.value(step.field), serverTime));
  }
  return draft.finish();
}

function applyTransform(
  operation: Exclude<TransformOperation, { kind: 'deleteField' }>,
  before: DocumentValue | undefined,
  serverTime: Date,
): DocumentValue {
  const elements: readonly DocumentValue[] = Array.isArray(before) ? before : [];
  switch (operation.kind) {
    case 'serverTimestamp':
      return serverTime;
    case 'arrayUnion':
      return [...elements, ...newValues(elements, operation.values)];
    case 'arrayRemove': {
      const gone = new Set(operation.values.map(valueKey));
      return elements.filter((element) => !gone.has(valueKey(element)));
    }
    case 'increment':
      return typeof before === 'number' ? before + operation.by : operation.by;
  }
}

/** The values that the array lacks, each once. */
function newValues(
  elements: readonly DocumentValue[],
  values: readonly DocumentValue[],
): DocumentValue[] {
  const held = new Set(elements.map(valueKey));
  const missing: DocumentValue[] = [];
  for (const value of values) {
    const key = valueKey(value);
    if (held.has(key)) continue;
    held.add(key);
    missing.push(value);
  }
  return missing;
}

function checkConflicts(fields: readonly FieldPath[]): void {
  const conflict = conflictingPaths(fields);
  if (conflict)
    throw new ProblemError('field-paths-conflict', {
      place: conflict.map(formatFieldPath).join(' / '),
    });
}
