import {
  isVisible,
  matchesQuery,
  parseDocumentPath,
  query,
  readQuery,
  ProblemError,
  type Actor,
  type DocumentQuery,
  type SubscriptionTarget,
  type Visibility,
} from '@yamori/domain';
import type { PlacedRow } from '../document-row.ts';
import {
  getCollectionName,
  rejectHiddenFields,
  rightsKey,
  getRights,
  type RuleTable,
} from '../document-rights.ts';

/** A subscribed query with the reader's rights. Equal keys receive equal changes. */
export type LiveTarget = {
  readonly key: string;
  readonly query: DocumentQuery;
  readonly visibility: Visibility;
  readonly hidden: readonly string[];
  /** Path for a subscription to one document, else null. */
  readonly path: string | null;
};

export function readTarget(target: SubscriptionTarget, actor: Actor, rules: RuleTable): LiveTarget {
  const wire = target.kind === 'document' ? documentQuery(target.path) : target.query;
  const checked = readQuery(wire);
  if (checked.offset > 0)
    throw new ProblemError('query-offset-live', { place: checked.collection });
  const rights = getRights(rules, actor, getCollectionName(checked));
  // Hidden fields cannot occur in the filter of a document subscription.
  rejectHiddenFields(checked, rights.hidden);
  return {
    key: `${JSON.stringify(wire)} ${rightsKey(rights)}`,
    query: checked,
    visibility: rights.visibility,
    hidden: rights.hidden,
    path: target.kind === 'document' ? target.path : null,
  };
}

export const isInTarget = (target: LiveTarget, row: PlacedRow | null): row is PlacedRow =>
  row !== null && isVisible(row, target.visibility) && matchesQuery(target.query, row);

const documentQuery = (path: string) =>
  query.parse({
    collection: parseDocumentPath(path).collection.path,
    filters: [{ field: ['documentPath'], op: '==', value: path }],
  });
