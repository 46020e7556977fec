import type { Database } from '../core/database/database.ts';

type StoredFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Writes a document directly to the database, for tests of code that only reads it. */
export async function storeDocument(
  database: Database,
  path: string,
  data: StoredFields,
): Promise<void> {
  const parts = path.split('/');
  const rootDomainId = typeof data['rootDomainId'] === 'string' ? data['rootDomainId'] : '';
  await database.query({
    text: `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
      values ($1, $2, $3, $4, $5, $6, '{}', '{}', now(), now(), nextval('document_version'))
      on conflict (path) do update set data = excluded.data, updated_at = now(), version = excluded.version`,
    values: [
      rootDomainId,
      path,
      parts.at(-2) ?? '',
      parts.slice(0, -2).join('/'),
      parts.at(-1) ?? '',
      JSON.stringify(data),
    ],
  });
}
