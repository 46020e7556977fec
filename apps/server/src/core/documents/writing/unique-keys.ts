import { encodeValue, ProblemError, type Collection, type DocumentValue } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../document-row.ts';
import { lockKeys } from './document-locks.ts';

export type RowChange = { readonly before: PlacedRow | null; readonly after: PlacedRow | null };

/** A unique key's values as comparable text; null if one is missing. */
export function keyText(
  fields: readonly string[],
  data: Readonly<Record<string, DocumentValue>>,
): string | null {
  const values = fields.map((field) => data[field]);
  return values.every((value) => value !== undefined)
    ? JSON.stringify(values.map((value) => encodeValue(value === 0 ? 0 : value)))
    : null;
}

type KeyRow = {
  readonly collection: string;
  readonly parent_path: string;
  readonly key_values: string;
  readonly path: string;
};

/**
 * Updates the unique keys of changed documents. A taken key throws with its last field as the
 * place.
 */
export async function moveKeys(
  queries: Queries,
  changes: readonly RowChange[],
  collections: ReadonlyMap<string, Collection>,
): Promise<void> {
  const moved = changes
    .map(({ before, after }) => ({
      old: before && getKey(before, collections),
      new: after && getKey(after, collections),
    }))
    .filter((key) => key.old?.key_values !== key.new?.key_values);
  if (moved.length === 0) return;
  const released = moved.flatMap((key) => key.old ?? []);
  const taken = moved.flatMap((key) => key.new ?? []);
  await lockKeys(
    queries,
    [...released, ...taken].map(
      (key) => `${key.collection}\n${key.parent_path}\n${key.key_values}`,
    ),
  );
  if (released.length > 0)
    await queries.query({
      name: 'release_unique_keys',
      text: 'delete from document_keys where path = any($1)',
      values: [released.map((key) => key.path)],
    });
  if (taken.length === 0) return;
  const stored = await queries.query<{ path: string }>({
    name: 'take_unique_keys',
    text: `insert into document_keys (collection, parent_path, key_values, path)
      select collection, parent_path, key_values, path from jsonb_to_recordset($1::jsonb) as wanted (collection text, parent_path text, key_values text, path text)
      on conflict do nothing returning path`,
    values: [JSON.stringify(taken)],
  });
  const paths = new Set(stored.map((row) => row.path));
  const refused = taken.find((key) => !paths.has(key.path));
  if (refused)
    throw new ProblemError('document-key-taken', {
      place: collections.get(refused.collection)?.uniqueKey?.at(-1) ?? refused.collection,
    });
}

function getKey(row: PlacedRow, collections: ReadonlyMap<string, Collection>): KeyRow | null {
  const fields = collections.get(row.collection)?.uniqueKey;
  const text = fields ? keyText(fields, row.data) : null;
  return text === null
    ? null
    : { collection: row.collection, parent_path: row.parentPath, key_values: text, path: row.path };
}
