import type { DocumentMap, DocumentValue } from './document-value.ts';
import type { DocumentQuery, QueryFilter } from './document-query.ts';
import { setAt } from './nested-fields.ts';
import { parseDocumentPath } from './path.ts';
import { compareDocuments, isWithinCursors } from './query-order.ts';
import { fieldValue, valueAt, type StoredDocument } from './stored-document.ts';
import { compareValues, equalValues, valueKind } from './value-order.ts';

/**
 * Whether a document belongs to a question's result, before offset and limit: it lies in the
 * collection, meets every filter, has every field of the order and lies between the cursors.
 */
export const matchesQuery = (query: DocumentQuery, document: StoredDocument): boolean =>
  liesInCollection(query, document.path) &&
  query.filters.every((filter) => matchesFilter(filter, fieldValue(document, filter.field))) &&
  query.order.every((order) => fieldValue(document, order.field) !== undefined) &&
  isWithinCursors(query, document);

/** The result: matching documents in order, after offset and limit. The input is not changed. */
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

/** Only the selected fields; all of them when nothing is selected. */
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
 * Whether a value meets a filter. An absent field meets none; `!=` and `not-in` also leave out
 * null; a range holds for values of its own kind only, so `a < 3` finds neither text nor NaN.
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
      return listOf(filter.value).some((wanted) => equalValues(value, wanted));
    case 'not-in':
      return (
        value !== null && !listOf(filter.value).some((unwanted) => equalValues(value, unwanted))
      );
    case 'array-contains':
      return listOf(value).some((element) => equalValues(element, filter.value));
    case 'array-contains-any':
      return listOf(value).some((element) =>
        listOf(filter.value).some((wanted) => equalValues(element, wanted)),
      );
  }
}

const ranges = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

/** The elements of an array; anything else has none. */
const listOf = (value: DocumentValue): readonly DocumentValue[] =>
  Array.isArray(value) ? value : [];
