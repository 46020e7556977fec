import { parameterOverrides, type ParameterOverrides } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import type { DocumentStore } from './document-store.ts';
import type { PlacedRow } from './document-row.ts';
import { listAll } from './list-all.ts';

/** What an organisation or a room sets itself; what cannot be read of it is not set. */
export const overridesOf = ({ data }: Pick<PlacedRow, 'data'>): ParameterOverrides =>
  parameterOverrides.catch({}).parse(data['parameterOverrides'] ?? {});

/** Values by key that the maker has set as defaults, unchecked. */
export async function readDefaults(store: DocumentStore): Promise<Map<unknown, unknown>> {
  return new Map(
    (await listAll(store, { collection: 'parameter', group: false, filters: [] })).map(
      ({ data }) => [data['key'], data['default']],
    ),
  );
}

/** The same within a transaction. @param but paths of documents that are left out */
export async function readDefaultsIn(
  queries: Queries,
  but: readonly string[] = [],
): Promise<Map<string, unknown>> {
  const rows = await queries.query<{ key: string; default: unknown }>({
    name: 'parameter-defaults',
    text: `select data->>'key' as key, data->'default' as default from documents where collection = 'parameter' and parent_path = '' and path <> all($1::text[])`,
    values: [but],
  });
  return new Map(rows.map((row) => [row.key, row.default]));
}
