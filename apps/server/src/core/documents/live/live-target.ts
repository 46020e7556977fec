import {
  isVisible,
  matchesQuery,
  parseDocumentPath,
  query,
  readQuery,
  refuse,
  type Actor,
  type DocumentQuery,
  type SubscriptionTarget,
  type Visibility,
} from '@yamori/domain';
import type { PlacedRow } from '../document-row.ts';
import {
  collectionNameOf,
  refuseHiddenFields,
  rightsKey,
  rightsOf,
  type RuleTable,
} from '../document-rights.ts';

/** What a subscription follows, with the rights of who opened it. Equal keys: the same changes. */
export type LiveTarget = {
  readonly key: string;
  readonly query: DocumentQuery;
  readonly visibility: Visibility;
  readonly hidden: readonly string[];
  /** Path of the one document, or null for a question. */
  readonly path: string | null;
};

/** @throws ProblemError of `readQuery` and of the rights, and `query-offset-live` */
export function readTarget(target: SubscriptionTarget, actor: Actor, rules: RuleTable): LiveTarget {
  const wire = target.kind === 'document' ? documentQuery(target.path) : target.query;
  const checked = readQuery(wire);
  if (checked.offset > 0) throw refuse('query-offset-live', { place: checked.collection });
  const rights = rightsOf(rules, actor, collectionNameOf(checked));
  // The path that a document is found by is nobody's secret; only questions can ask for hidden
  // fields.
  refuseHiddenFields(checked, rights.hidden);
  return {
    key: `${JSON.stringify(wire)} ${rightsKey(rights)}`,
    query: checked,
    visibility: rights.visibility,
    hidden: rights.hidden,
    path: target.kind === 'document' ? target.path : null,
  };
}

export const belongs = (target: LiveTarget, row: PlacedRow | null): row is PlacedRow =>
  row !== null && isVisible(row, target.visibility) && matchesQuery(target.query, row);

const documentQuery = (path: string) =>
  query.parse({
    collection: parseDocumentPath(path).collection.path,
    filters: [{ field: ['documentPath'], op: '==', value: path }],
  });
