import {
  cursorValues,
  decodeValue,
  encodeValue,
  formatFieldPath,
  isPlainObject,
  liesInCollection,
  readQuery,
  ProblemError,
  valueAt,
  wholeOrder,
  type DocumentQuery,
  type FieldPath,
  type FilterOperator,
  type Query,
  type QueryOrder,
  type StoredDocument,
} from '@yamori/domain';
import { toFieldMap } from './document-reader.ts';

/** Where to start or end: a document, or values of the first fields of the order. */
export type CursorArguments =
  | readonly [document: { readonly documentPath: string }]
  | readonly unknown[];
export type CursorSpec = { readonly at: CursorArguments; readonly inclusive: boolean };

/** A query under construction; validated when it is sent. */
export type QuerySpec = {
  readonly collection: string;
  readonly group: boolean;
  readonly filters: readonly {
    readonly field: FieldPath;
    readonly op: FilterOperator;
    readonly value: unknown;
  }[];
  readonly orderBy: readonly QueryOrder[];
  readonly startAt: CursorSpec | null;
  readonly endAt: CursorSpec | null;
  readonly offset: number;
  readonly limit: number | null;
  readonly select: readonly FieldPath[] | null;
};

export const everythingIn = (collection: string, group: boolean): QuerySpec => ({
  collection,
  group,
  filters: [],
  orderBy: [],
  startAt: null,
  endAt: null,
  offset: 0,
  limit: null,
  select: null,
});

/** A query in wire form, and in the form for the order rules. */
type CheckedQuery = { readonly wire: Query; readonly query: DocumentQuery };

/**
 * Validates and encodes a query. A cursor that is a document means all fields of the order,
 * including the implied ones.
 */
export function checkQuery(spec: QuerySpec): CheckedQuery {
  const filters = spec.filters.map(({ field, op, value }) => ({
    field: [...field],
    op,
    value: encodeValue(value, formatFieldPath(field)),
  }));
  const order =
    hasDocument(spec.startAt) || hasDocument(spec.endAt) ? getWholeOrder(spec) : spec.orderBy;
  const wire: Query = {
    collection: spec.collection,
    group: spec.group,
    filters,
    offset: spec.offset,
    orderBy: order.map(({ field, direction }) => ({ field: [...field], direction })),
    ...(spec.startAt ? { startAt: encodeCursor(spec.startAt, spec, order) } : {}),
    ...(spec.endAt ? { endAt: encodeCursor(spec.endAt, spec, order) } : {}),
    ...(spec.limit === null ? {} : { limit: spec.limit }),
    ...(spec.select ? { select: spec.select.map((field) => [...field]) } : {}),
  };
  return { wire, query: readQuery(wire) };
}

/**
 * The query for one page: with the full order, because its cursor identifies one document, and with
 * the fields of the order if fields are selected.
 *
 * @param cursor the result of `cursorAfter` for the previous page, null for the first page
 */
export function pageQuery(spec: QuerySpec, limit: number, cursor: string | null): CheckedQuery {
  const { wire, query } = checkQuery({ ...spec, limit });
  const orderBy = query.order.map(({ field, direction }) => ({ field: [...field], direction }));
  const page: Query = {
    ...wire,
    orderBy,
    ...(wire.select ? { select: [...wire.select, ...orderBy.map(({ field }) => field)] } : {}),
    ...(cursor === null
      ? {}
      : { offset: 0, startAt: { values: readCursor(cursor), inclusive: false } }),
  };
  return { wire: page, query: readQuery(page) };
}

/** The start of the next page, as text; null if the document lacks a field of the order. */
export function cursorAfter(query: DocumentQuery, last: StoredDocument): string | null {
  const values = cursorValues(query, last);
  return values === null ? null : JSON.stringify(values.map((value) => encodeValue(value)));
}

const getWholeOrder = (spec: QuerySpec): QueryOrder[] =>
  wholeOrder(
    spec.filters.map(({ field, op }) => ({ field, op, value: null })),
    spec.orderBy,
  );

function encodeCursor(
  cursor: CursorSpec,
  spec: QuerySpec,
  order: readonly QueryOrder[],
): { values: unknown[]; inclusive: boolean } {
  const document = getDocument(cursor.at);
  if (document === null) {
    if (cursor.at.length > spec.orderBy.length)
      throw new ProblemError('query-cursor', {
        details: { values: cursor.at.length, fields: spec.orderBy.length },
      });
    return { values: cursor.at.map((value) => encodeValue(value)), inclusive: cursor.inclusive };
  }
  if (!liesInCollection(spec, String(document['documentPath'])))
    throw new ProblemError('query-cursor', { place: spec.collection });
  const values = order.map(({ field }) => {
    const value = valueAt(toFieldMap(document), field);
    if (value === undefined)
      throw new ProblemError('query-cursor', { place: formatFieldPath(field) });
    return encodeValue(value);
  });
  return { values, inclusive: cursor.inclusive };
}

const hasDocument = (cursor: CursorSpec | null): boolean =>
  cursor !== null && getDocument(cursor.at) !== null;

function getDocument(at: CursorArguments): Readonly<Record<string, unknown>> | null {
  const [first] = at;
  return at.length === 1 && isPlainObject(first) && typeof first['documentPath'] === 'string'
    ? first
    : null;
}

function readCursor(cursor: string): unknown[] {
  const values = parse(cursor);
  if (!Array.isArray(values)) throw new ProblemError('query-cursor');
  return values.map((value: unknown) => encodeValue(decodeValue(value)));
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
