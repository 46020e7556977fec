import {
  ACCIDENT_PREFIX,
  domainCollection,
  formatFieldPath,
  refuse,
  type ParameterOverrides,
  type ProblemIssue,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { overridesOf } from '../../core/documents/set-parameters.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

const SCOPES = new Set(['domain', 'room']);
const MOST_SET_VALUES = 200;
const MOST_VALUE_CHARACTERS = 400;
const MOST_PROVIDERS = 20;
const MOST_PARTS = 1_000;

/**
 * How much an organisation or a room may hold, whoever writes it; every list of organisations reads
 * it. Groups and tags are bounded by their schema. What was there before stays readable and may be
 * made less, so this is no part of the schema.
 * @throws ProblemError `document-invalid` at the field, `domain-part-limit-reached`
 */
export const keepBounds: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    if (after === null || after.parentPath !== '' || !SCOPES.has(after.collection)) continue;
    const issues = [
      ...valueIssues(before === null ? {} : overridesOf(before), overridesOf(after)),
      ...providerIssues(before, after),
    ];
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
    if (after.collection === 'domain') await keepParts({ before, after }, batch, queries);
  }
};

/**
 * The rules of accidents have as many keys as there are parameters of theirs, each checked by
 * itself.
 */
function valueIssues(before: ParameterOverrides, after: ParameterOverrides): ProblemIssue[] {
  const keys = Object.keys(after).filter((key) => !key.startsWith(ACCIDENT_PREFIX));
  const known = Object.keys(before).filter((key) => !key.startsWith(ACCIDENT_PREFIX)).length;
  if (keys.length > MOST_SET_VALUES && keys.length > known)
    return [
      { field: 'parameterOverrides', code: 'map-at-most', details: { limit: MOST_SET_VALUES } },
    ];
  return keys.flatMap((key): ProblemIssue[] => {
    const value = after[key];
    if (typeof value !== 'string' || value.length <= MOST_VALUE_CHARACTERS || value === before[key])
      return [];
    return [
      {
        field: formatFieldPath(['parameterOverrides', key]),
        code: 'string-at-most',
        details: { limit: MOST_VALUE_CHARACTERS },
      },
    ];
  });
}

function providerIssues(before: PlacedRow | null, after: PlacedRow): ProblemIssue[] {
  const count = (row: PlacedRow | null): number =>
    domainCollection.schema.shape.samlProviderIds
      .catch([])
      .parse(row?.data['samlProviderIds'] ?? []).length;
  return after.collection === 'domain' &&
    count(after) > MOST_PROVIDERS &&
    count(after) > count(before)
    ? [{ field: 'samlProviderIds', code: 'array-at-most', details: { limit: MOST_PROVIDERS } }]
    : [];
}

/**
 * Asked of what comes below an organisation; the tree's own lock lets those who come wait for each
 * other (domain-tree.ts).
 */
async function keepParts(
  { before, after }: { readonly before: PlacedRow | null; readonly after: PlacedRow },
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const parent = after.data['parentDomainId'];
  if (typeof parent !== 'string' || before?.data['parentDomainId'] === parent) return;
  const coming = batch.filter(
    (change) =>
      change.after?.collection === 'domain' && change.after.data['parentDomainId'] === parent,
  ).length;
  const [others] = await queries.query<{ count: number }>({
    name: 'domain-parts-count',
    text: `select count(*)::int as count from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('parentDomainId', $1::text) and path <> all($2)`,
    values: [parent, batch.flatMap((change) => (change.after ?? change.before)?.path ?? [])],
  });
  if ((others?.count ?? 0) + coming > MOST_PARTS)
    throw refuse('domain-part-limit-reached', { details: { limit: MOST_PARTS } });
}
