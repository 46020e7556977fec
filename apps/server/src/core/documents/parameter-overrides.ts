import { parameterOverrides, type ParameterOverrides } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import type { DocumentStore } from './document-store.ts';
import type { PlacedRow } from './document-row.ts';
import { listAll } from './list-all.ts';

/** Parameters that an organisation or room overrides; invalid data counts as none. */
export const parseOverrides = ({ data }: Pick<PlacedRow, 'data'>): ParameterOverrides =>
  parameterOverrides.catch({}).parse(data['parameterOverrides'] ?? {});

/** The maker's default values by key, unvalidated. */
export async function readDefaults(store: DocumentStore): Promise<Map<unknown, unknown>> {
  return new Map(
    (await listAll(store, { collection: 'parameter', group: false, filters: [] })).map(
      ({ data }) => [data['key'], data['default']],
    ),
  );
}

/** The same within a transaction, without the documents at the paths in `but`. */
export async function readDefaultsIn(
  queries: Queries,
  but: readonly string[] = [],
): Promise<Map<string, unknown>> {
  const rows = await queries.query<{ key: string; default: unknown }>({
    name: 'read_parameter_defaults',
    text: `select data->>'key' as key, data->'default' as default from documents where collection = 'parameter' and parent_path = '' and path <> all($1::text[])`,
    values: [but],
  });
  return new Map(rows.map((row) => [row.key, row.default]));
}
