import {
  changedFields,
  resolvePlacement,
  ProblemError,
  RULES,
  type Actor,
  type CsvKind,
  type CsvRowData,
  type DocumentMap,
  type PlacedDocument,
  type Problem,
  type ProblemCode,
  type Write,
} from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { keyText } from '../../../core/documents/writing/unique-keys.ts';
import type { CsvImportDeps, Invited } from '../csv-import-deps.ts';
import { diffFields, type FieldChange } from '../field-changes.ts';

/** The effect that a row would have now. */
export type RowPlan =
  | { readonly kind: 'reject'; readonly problem: Problem }
  | { readonly kind: 'same' }
  | { readonly kind: 'create'; readonly path: string; readonly write: Write }
  | {
      readonly kind: 'change';
      readonly write: Write;
      readonly path: string;
      readonly changes: readonly FieldChange[];
    }
  | { readonly kind: 'invite'; readonly invited: Invited };

export type PlanPlace = {
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly domainKind: 'facility' | 'agency' | 'developer' | 'individual';
  readonly timeZone: string;
};
export type PlanContext = {
  readonly deps: CsvImportDeps;
  readonly actor: Actor;
  readonly place: PlanPlace;
  readonly language: Invited['language'];
};
export type KeyedRow<Kind extends CsvKind> = {
  readonly row: number;
  readonly values: CsvRowData<Kind>;
};
/** Returns one plan for each row, in order. */
export type PlanRows<Kind extends CsvKind> = (
  context: PlanContext,
  rows: readonly KeyedRow<Kind>[],
) => Promise<RowPlan[]>;

export const rejectRow = (
  code: ProblemCode,
  details?: Record<string, string | number>,
): RowPlan => ({
  kind: 'reject',
  problem: new ProblemError(code, details === undefined ? {} : { details }).problem,
});
export const rejectField = (
  field: string,
  code: string,
  details?: Record<string, string | number>,
): RowPlan => ({
  kind: 'reject',
  problem: new ProblemError('csv-row-invalid', {
    issues: [{ field, code, ...(details === undefined ? {} : { details }) }],
  }).problem,
});

/** Finds documents by the values of their unique key, in the key's order. */
export async function documentsByKey(
  { deps }: PlanContext,
  collection: string,
  keys: readonly (readonly string[])[],
): Promise<Map<string, ReadDocument>> {
  const fields = deps.store.collections.get(collection)?.uniqueKey ?? [];
  const texts = new Map(
    keys.flatMap((values) => {
      const text = keyText(
        fields,
        Object.fromEntries(fields.map((field, index) => [field, values[index] ?? ''])),
      );
      return text === null ? [] : [[text, values.join('\n')]];
    }),
  );
  const found = await deps.database.query<{ keyValues: string; path: string }>({
    name: 'find_documents_by_key',
    text: `select key_values as "keyValues", path from document_keys where collection = $1 and parent_path = '' and key_values = any($2)`,
    values: [collection, [...texts.keys()]],
  });
  const documents = await readInBatches(
    deps,
    found.map(({ path }) => path),
  );
  return new Map(
    found.flatMap(({ keyValues, path }) => {
      const document = documents.get(path);
      return document === undefined ? [] : [[texts.get(keyValues) ?? '', document] as const];
    }),
  );
}

export async function readInBatches(
  { store }: Pick<CsvImportDeps, 'store'>,
  paths: readonly string[],
): Promise<Map<string, ReadDocument>> {
  const read = paths.length === 0 ? [] : await store.read([...new Set(paths)]);
  return new Map(
    read.flatMap((document) => (document === null ? [] : [[document.path, document] as const])),
  );
}

/**
 * Plans a new document. Applies the rules early, so that the preview shows what the write would do.
 */
export function planCreate(
  { actor }: PlanContext,
  collection: 'room' | 'device',
  id: string,
  data: DocumentMap,
  encoded: Record<string, unknown>,
): RowPlan {
  const path = `${collection}/${id}`;
  const after: PlacedDocument = {
    path,
    id,
    placement: resolvePlacement({ collection, id, parentPath: '', data }, null),
    data,
  };
  return RULES[collection].mayCreate(actor, after)
    ? { kind: 'create', path, write: { kind: 'create', path, data: encoded } }
    : rejectRow('document-forbidden');
}

/** Plans an update of the fields that differ, if the rules allow it. */
export function planChange(
  { actor }: PlanContext,
  before: ReadDocument,
  fields: DocumentMap,
): RowPlan {
  const collection =
    before.collection === 'device' ? 'device' : before.collection === 'staff' ? 'staff' : 'room';
  const differing = changedFields(before.data, { ...before.data, ...fields });
  const changed = Object.entries(fields).filter(([name]) => differing.includes(name));
  if (changed.length === 0) return { kind: 'same' };
  const hidden = RULES[collection].hiddenFields(actor);
  if (changed.some(([name]) => hidden.includes(name))) return rejectRow('field-refused');
  const after = { ...before, data: { ...before.data, ...Object.fromEntries(changed) } };
  if (!RULES[collection].mayUpdate(actor, before, after)) return rejectRow('document-forbidden');
  return {
    kind: 'change',
    path: before.path,
    changes: diffFields(before.data, differing, fields),
    write: {
      kind: 'update',
      path: before.path,
      fields: changed.map(([name, value]) => ({ field: [name], value })),
    },
  };
}
