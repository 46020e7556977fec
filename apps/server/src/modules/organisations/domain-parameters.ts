import {
  ACCIDENT_PREFIX,
  formatFieldPath,
  parameterCollection,
  parameterFault,
  ProblemError,
  type ProblemIssue,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { parseOverrides } from '../../core/documents/parameter-overrides.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/** Where a parameter of a scope may be set. Room parameters may also be set for an organisation. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain', 'room'],
  room: ['room'],
};

/**
 * Invariant: organisations and rooms set only known parameters of their scope, to valid values.
 * Alarm thresholds have their own check (modules/alarms/threshold-invariants.ts). Only changed
 * values are checked, because the definition of a parameter may have changed since.
 */
export const checkParameterValues: Invariant = {
  on: { domain: ['parameterOverrides'], room: ['parameterOverrides'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      const scopes =
        after === null || after.parentPath !== '' ? undefined : SCOPES[after.collection];
      if (after === null || scopes === undefined) continue;
      const known = before === null ? {} : parseOverrides(before);
      const set = Object.entries(parseOverrides(after)).filter(
        ([key, value]) => !key.startsWith(ACCIDENT_PREFIX) && known[key] !== value,
      );
      if (set.length === 0) continue;
      const definitions = await readDefinitions(
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
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
    }
  },
};

async function readDefinitions(keys: readonly string[], queries: Queries) {
  const rows = await queries.query<{ data: unknown }>({
    name: 'find_parameters_by_key',
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
