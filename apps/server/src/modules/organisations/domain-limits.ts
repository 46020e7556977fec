import {
  ACCIDENT_PREFIX,
  domainCollection,
  formatFieldPath,
  ProblemError,
  type ParameterOverrides,
  type ProblemIssue,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { parseOverrides } from '../../core/documents/parameter-overrides.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

const SCOPES = new Set(['domain', 'room']);
const MAX_SET_VALUES = 200;
const MAX_VALUE_CHARACTERS = 400;
const MAX_PROVIDERS = 20;
const MAX_CHILDREN = 1_000;

/**
 * Invariant: size limits of organisations and rooms, which keep lists of organisations small.
 * Groups and tags are limited by their schema. These limits are not part of the schema, because
 * older documents may exceed them: they stay readable and may shrink.
 */
export const enforceDomainLimits: Invariant = {
  on: {
    domain: ['parameterOverrides', 'samlProviderIds', 'parentDomainId'],
    room: ['parameterOverrides'],
  },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (after === null || after.parentPath !== '' || !SCOPES.has(after.collection)) continue;
      const issues = [
        ...valueIssues(before === null ? {} : parseOverrides(before), parseOverrides(after)),
        ...providerIssues(before, after),
      ];
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
      if (after.collection === 'domain') await checkChildren({ before, after }, batch, queries);
    }
  },
};

/** Alarm thresholds are exempt: their number is fixed, and each is checked separately. */
function valueIssues(before: ParameterOverrides, after: ParameterOverrides): ProblemIssue[] {
  const keys = Object.keys(after).filter((key) => !key.startsWith(ACCIDENT_PREFIX));
  const known = Object.keys(before).filter((key) => !key.startsWith(ACCIDENT_PREFIX)).length;
  if (keys.length > MAX_SET_VALUES && keys.length > known)
    return [
      { field: 'parameterOverrides', code: 'map-at-most', details: { limit: MAX_SET_VALUES } },
    ];
  return keys.flatMap((key): ProblemIssue[] => {
    const value = after[key];
    if (typeof value !== 'string' || value.length <= MAX_VALUE_CHARACTERS || value === before[key])
      return [];
    return [
      {
        field: formatFieldPath(['parameterOverrides', key]),
        code: 'string-at-most',
        details: { limit: MAX_VALUE_CHARACTERS },
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
    count(after) > MAX_PROVIDERS &&
    count(after) > count(before)
    ? [{ field: 'samlProviderIds', code: 'array-at-most', details: { limit: MAX_PROVIDERS } }]
    : [];
}

/** Limits the children of an organisation. The tree's lock serialises changes (domain-tree.ts). */
async function checkChildren(
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
    name: 'count_child_domains',
    text: `select count(*)::int as count from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('parentDomainId', $1::text) and path <> all($2)`,
    values: [parent, batch.flatMap((change) => (change.after ?? change.before)?.path ?? [])],
  });
  if ((others?.count ?? 0) + coming > MAX_CHILDREN)
    throw new ProblemError('domain-part-limit-reached', { details: { limit: MAX_CHILDREN } });
}
