import {
  decodeFields,
  encodeFields,
  equalValues,
  ProblemError,
  type DocumentMap,
  type DocumentValue,
  type Write,
} from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../core/database/database.ts';
import { readRows } from '../../core/documents/document-row.ts';
import type { CsvImportDeps } from './csv-import-deps.ts';

/** A field that a row changes, with its old value, if it had one, and its new value. */
export type FieldChange = {
  readonly field: string;
  readonly before?: DocumentValue | undefined;
  readonly after: DocumentValue;
};
export type DocumentChanges = { readonly path: string; readonly changes: readonly FieldChange[] };

/** Pairs new values of fields with their old values. */
export const diffFields = (
  before: DocumentMap,
  names: readonly string[],
  after: DocumentMap,
): FieldChange[] =>
  names.map((field) => ({ field, before: before[field], after: after[field] ?? null }));

/** Builds the write that restores old values and deletes fields that did not exist. */
export const restoring = ({ path, changes }: DocumentChanges): Write => {
  const known = encodeFields(
    Object.fromEntries(
      changes.flatMap(({ field, before }) => (before === undefined ? [] : [[field, before]])),
    ),
    false,
  );
  return {
    kind: 'update',
    path,
    fields: changes.map(({ field, before }) => ({
      field: [field],
      value: before === undefined ? { $deleteField: true } : known[field],
    })),
  };
};

/** Returns the changes whose new value is still in the document. */
export const stillAsPut = (data: DocumentMap, changes: readonly FieldChange[]): FieldChange[] =>
  changes.filter(({ field, after }) => equalValues(data[field] ?? null, after));

/**
 * Rejects the commit if a field to be written has changed since its row was planned. The commit
 * holds the locks of the documents. Other fields may change, such as a room's live values.
 */
export async function requireUnmoved(
  { store }: Pick<CsvImportDeps, 'store'>,
  queries: Queries,
  documents: readonly DocumentChanges[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = await readRows(
    queries,
    documents.map(({ path }) => path),
  );
  for (const { path, changes } of documents) {
    const row = rows.get(path);
    const read =
      row === undefined
        ? undefined
        : store.collections.get(row.collection)?.schema.safeParse(row.data);
    // Schemas of collections map document values to document values.
    const data = read?.success === true ? (read.data as DocumentMap) : null;
    if (
      data === null ||
      changes.some(({ field, before }) => !equalValues(data[field] ?? null, before ?? null))
    )
      throw new ProblemError('document-conflict', { place: path });
  }
}

const kept = z.array(
  z.strictObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown() }),
);

/** Encodes changes for storage with their row. */
export const encodeChanges = (changes: readonly FieldChange[]): object[] =>
  changes.map(({ field, before, after }) => ({
    field,
    ...encodeFields(before === undefined ? { after } : { before, after }, false),
  }));
export function decodeChanges(stored: unknown): FieldChange[] {
  return kept.parse(stored).map(({ field, before, after }) => {
    const values = decodeFields(before === undefined ? { after } : { before, after });
    return { field, before: values['before'], after: values['after'] ?? null };
  });
}
