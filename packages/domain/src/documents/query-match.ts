import type { DocumentMap, DocumentValue } from './document-value.ts';
import type { DocumentQuery, QueryFilter } from './document-query.ts';
import { setAt } from './nested-fields.ts';
import { parseDocumentPath } from './path.ts';
import { compareDocuments, isWithinCursors } from './query-order.ts';
import { fieldValue, valueAt, type StoredDocument } from './stored-document.ts';
import { compareValues, equalValues, valueKind } from './value-order.ts';

/**
 * Whether a document is in a query's result, ignoring offset and limit: it is in the collection,
 * matches every filter, has every field of the order and is within the cursors.
 */
export const matchesQuery = (query: DocumentQuery, document: StoredDocument): boolean =>
  liesInCollection(query, document.path) &&
  query.filters.every((filter) => matchesFilter(filter, fieldValue(document, filter.field))) &&
  query.order.every((order) => fieldValue(document, order.field) !== undefined) &&
  isWithinCursors(query, document);

/** Runs a query: matching documents in order, after offset and limit. The input is not mutated. */
export function runQuery(
  query: DocumentQuery,
  documents: Iterable<StoredDocument>,
): StoredDocument[] {
  const matching = [...documents]
    .filter((document) => matchesQuery(query, document))
    .sort(compareDocuments(query));
  const end = query.limit === null ? matching.length : query.offset + query.limit;
  return matching
    .slice(query.offset, end)
    .map((document) => ({ ...document, data: selectFields(query, document.data) }));
}

/** The selected fields, or all fields without a selection. */
export function selectFields(query: DocumentQuery, data: DocumentMap): DocumentMap {
  if (query.select === null) return data;
  return query.select.reduce<DocumentMap>((selected, field) => {
    const value = valueAt(data, field);
    return value === undefined ? selected : setAt(selected, field, value);
  }, {});
}

export function liesInCollection(
  query: Pick<DocumentQuery, 'collection' | 'group'>,
  path: string,
): boolean {
  const { collection } = parseDocumentPath(path);
  return query.group ? collection.name === query.collection : collection.path === query.collection;
}

/**
 * Whether a value matches a filter. A missing field matches none. `!=` and `not-in` also exclude
 * null. A range matches only values of the same kind, so `a < 3` matches neither text nor NaN.
 */
export function matchesFilter(filter: QueryFilter, value: DocumentValue | undefined): boolean {
  if (value === undefined) return false;
  switch (filter.op) {
    case '==':
      return equalValues(value, filter.value);
    case '!=':
      return value !== null && !equalValues(value, filter.value);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (
        valueKind(value) === valueKind(filter.value) &&
        ranges[filter.op](compareValues(value, filter.value))
      );
    case 'in':
      return toElements(filter.value).some((wanted) => equalValues(value, wanted));
    case 'not-in':
      return (
        value !== null && !toElements(filter.value).some((unwanted) => equalValues(value, unwanted))
      );
    case 'array-contains':
      return toElements(value).some((element) => equalValues(element, filter.value));
    case 'array-contains-any':
      return toElements(value).some((element) =>
        toElements(filter.value).some((wanted) => equalValues(element, wanted)),
      );
  }
}

const ranges = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

/** The elements of an array; none for any other value. */
const toElements = (value: DocumentValue): readonly DocumentValue[] =>
  Array.isArray(value) ? value : [];
