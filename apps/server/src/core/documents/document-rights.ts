import {
  ProblemError,
  type Actor,
  type CollectionRule,
  type DocumentQuery,
  type Visibility,
} from '@yamori/domain';

export type RuleTable = Readonly<Record<string, CollectionRule>>;

/** What an actor may see of one collection. */
export type Rights = {
  readonly rule: CollectionRule;
  readonly visibility: Visibility;
  readonly hidden: readonly string[];
};

export function getRights(rules: RuleTable, actor: Actor, collection: string): Rights {
  const rule = Object.hasOwn(rules, collection) ? rules[collection] : undefined;
  if (!rule) throw new ProblemError('collection-unknown', { place: collection });
  return { rule, visibility: rule.visibleTo(actor), hidden: rule.hiddenFields(actor) };
}

export const getCollectionName = (query: Pick<DocumentQuery, 'collection'>): string =>
  query.collection.slice(query.collection.lastIndexOf('/') + 1);

/**
 * Rejects filters and orders on a hidden field, its parts or its parents: results would reveal it.
 */
export function rejectHiddenFields(query: DocumentQuery, hidden: readonly string[]): void {
  const hiddenField = [...query.filters, ...query.order].find(({ field }) =>
    hidden.some((name) => overlaps(field, name.split('.'))),
  );
  if (hiddenField) throw new ProblemError('field-refused', { place: hiddenField.field[0] ?? '' });
}

const overlaps = (one: readonly string[], another: readonly string[]): boolean =>
  one.every((name, index) => another[index] === undefined || another[index] === name);

/** Equal exactly if two actors see the same documents and fields of a collection. */
export function rightsKey({ visibility, hidden }: Pick<Rights, 'visibility' | 'hidden'>): string {
  const grants =
    visibility.kind === 'some'
      ? visibility.grants.map((grant) => ({
          ...grant,
          domainIds: grant.domainIds ? [...grant.domainIds].toSorted() : null,
        }))
      : [];
  return JSON.stringify([visibility.kind, grants, hidden]);
}
