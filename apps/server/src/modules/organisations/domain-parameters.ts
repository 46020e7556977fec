import {
  ACCIDENT_PREFIX,
  formatFieldPath,
  parameterCollection,
  parameterFault,
  refuse,
  type ProblemIssue,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { overridesOf } from '../../core/documents/set-parameters.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/** Where a parameter of a scope may be set: one of a room also for all rooms of an organisation. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain', 'room'],
  room: ['room'],
};

/**
 * What an organisation or a room sets is a parameter that may be set there, to a value that it
 * takes. The rules of accidents have their own check (modules/alarms/keep-parameters.ts). Only
 * what is set anew is looked at: a parameter may have become another since.
 * @throws ProblemError `document-invalid` at each field
 */
export const keepSetParameters: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    const scopes = after === null || after.parentPath !== '' ? undefined : SCOPES[after.collection];
    if (after === null || scopes === undefined) continue;
    const known = before === null ? {} : overridesOf(before);
    const set = Object.entries(overridesOf(after)).filter(
      ([key, value]) => !key.startsWith(ACCIDENT_PREFIX) && known[key] !== value,
    );
    if (set.length === 0) continue;
    const definitions = await definitionsOf(
      set.map(([key]) => key),
      queries,
    );
    const issues = set.flatMap(([key, value]): ProblemIssue[] => {
      const definition = definitions.get(key);
      const fault =
        definition === undefined || !scopes.includes(definition.scope)
          ? { code: 'keys-unknown' as const, details: { keys: `'${key}'` } }
          : parameterFault(definition, value);
      return fault === null
        ? []
        : [{ field: formatFieldPath(['parameterOverrides', key]), ...fault }];
    });
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
  }
};

async function definitionsOf(keys: readonly string[], queries: Queries) {
  const rows = await queries.query<{ data: unknown }>({
    name: 'parameters-by-key',
    text: "select data from documents where collection = 'parameter' and parent_path = '' and data->>'key' = any($1)",
    values: [keys],
  });
  return new Map(
    rows.flatMap(({ data }) => {
      const parsed = parameterCollection.schema.safeParse(data);
      return parsed.success ? [[parsed.data.key, parsed.data] as const] : [];
    }),
  );
}
