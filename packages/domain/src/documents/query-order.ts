import type { DocumentValue } from './document-value.ts';
import type { DocumentQuery, QueryCursor } from './document-query.ts';
import { fieldValue, type StoredDocument } from './stored-document.ts';
import { compareValues } from './value-order.ts';

/**
 * Comparator of a query's order. It never returns 0 for two documents, because the path decides
 * last.
 */
export function compareDocuments(
  query: Pick<DocumentQuery, 'order'>,
): (a: StoredDocument, b: StoredDocument) => number {
  return (a, b) => {
    for (const { field, direction } of query.order) {
      const order = compareValues(fieldValue(a, field) ?? null, fieldValue(b, field) ?? null);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
}

/** Whether a document is within the query's cursors. */
export const isWithinCursors = (query: DocumentQuery, document: StoredDocument): boolean =>
  isOnSide(query, document, query.startAt, 1) && isOnSide(query, document, query.endAt, -1);

/** A document's values of the order, for a cursor at this document; null if a field is missing. */
export function cursorValues(
  query: Pick<DocumentQuery, 'order'>,
  document: StoredDocument,
): DocumentValue[] | null {
  const values = query.order.map((order) => fieldValue(document, order.field));
  return values.every((value) => value !== undefined) ? values : null;
}

function isOnSide(
  query: DocumentQuery,
  document: StoredDocument,
  cursor: QueryCursor | null,
  side: 1 | -1,
): boolean {
  if (cursor === null) return true;
  for (const [index, value] of cursor.values.entries()) {
    const order = query.order[index];
    if (!order) break;
    const compared =
      compareValues(fieldValue(document, order.field) ?? null, value) *
      (order.direction === 'asc' ? 1 : -1);
    if (compared !== 0) return compared * side > 0;
  }
  return cursor.inclusive;
}
