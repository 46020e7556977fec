import type { Query } from '../contract/document-messages.ts';
import { refuse } from '../contract/problem.ts';
import type { DocumentValue } from './document-value.ts';
import { checkFieldPath, formatFieldPath, samePath, type FieldPath } from './field-path.ts';
import { isCollectionName, parseCollectionPath } from './path.ts';
import { compareText, valueKind } from './value-order.ts';
import { decodeValue } from './wire-value.ts';

export type FilterOperator = Query['filters'][number]['op'];
export type QueryFilter = {
  readonly field: FieldPath;
  readonly op: FilterOperator;
  readonly value: DocumentValue;
};
export type QueryOrder = { readonly field: FieldPath; readonly direction: 'asc' | 'desc' };
/**
 * Values of the first fields of the order; `inclusive` counts a document that has exactly these.
 */
export type QueryCursor = {
  readonly values: readonly DocumentValue[];
  readonly inclusive: boolean;
};

/**
 * A checked question with decoded values. `order` is whole: what was asked for, then what it
 * implies; see `wholeOrder`.
 */
export type DocumentQuery = {
  readonly collection: string;
  readonly group: boolean;
  readonly filters: readonly QueryFilter[];
  readonly order: readonly QueryOrder[];
  readonly startAt: QueryCursor | null;
  readonly endAt: QueryCursor | null;
  readonly offset: number;
  readonly limit: number | null;
  readonly select: readonly FieldPath[] | null;
};

export const MAXIMUM_LIST_VALUES = 30;
const RANGE_OPERATORS: ReadonlySet<FilterOperator> = new Set(['<', '<=', '>', '>=']);
const INEQUALITY_OPERATORS: ReadonlySet<FilterOperator> = new Set([
  '<',
  '<=',
  '>',
  '>=',
  '!=',
  'not-in',
]);
const LIST_OPERATORS: ReadonlySet<FilterOperator> = new Set(['in', 'not-in', 'array-contains-any']);

/**
 * Checks and decodes a question as it travels.
 * @throws ProblemError `path-invalid`, `field-path-invalid`, `transform-misplaced` (in a filter or
 * cursor), `query-operator` (null or NaN with anything but == and !=), `query-list` (not 1 to 30
 * values), `query-cursor` (more values than fields in the order asked for), `query-order` (a field
 * ordered twice), `query-contradictory` (operators that exclude each other)
 */
export function readQuery(wire: Query): DocumentQuery {
  if (
    wire.group
      ? !isCollectionName(wire.collection)
      : parseCollectionPath(wire.collection).path === ''
  ) {
    throw refuse('path-invalid', { place: wire.collection });
  }
  const filters = wire.filters.map(readFilter);
  checkTogether(filters);
  const asked = wire.orderBy.map((order) => ({
    field: checkFieldPath(order.field),
    direction: order.direction,
  }));
  const repeated = asked.find(
    (order, index) => asked.findIndex((other) => samePath(other.field, order.field)) !== index,
  );
  if (repeated) throw refuse('query-order', { place: formatFieldPath(repeated.field) });
  return {
    collection: wire.collection,
    group: wire.group,
    filters,
    order: wholeOrder(filters, asked),
    startAt: readCursor(wire.startAt, asked.length),
    endAt: readCursor(wire.endAt, asked.length),
    offset: wire.offset,
    limit: wire.limit ?? null,
    select: wire.select?.map((field) => checkFieldPath(field)) ?? null,
  };
}

/**
 * The order asked for; then fields compared by inequality that it lacks, by name; then the
 * document's path: so that every two documents have an order. What is added runs in the direction
 * of the last order asked for, else upwards.
 */
export function wholeOrder(
  filters: readonly QueryFilter[],
  asked: readonly QueryOrder[],
): QueryOrder[] {
  const direction = asked.at(-1)?.direction ?? 'asc';
  const order = [...asked];
  const compared = filters
    .filter((filter) => INEQUALITY_OPERATORS.has(filter.op))
    .map((filter) => filter.field);
  for (const field of [
    ...compared.toSorted((a, b) => compareText(formatFieldPath(a), formatFieldPath(b))),
    DOCUMENT_PATH_FIELD,
  ]) {
    if (!order.some((other) => samePath(other.field, field))) order.push({ field, direction });
  }
  return order;
}

export const DOCUMENT_PATH_FIELD: FieldPath = ['documentPath'];

function readFilter(wire: Query['filters'][number]): QueryFilter {
  const field = checkFieldPath(wire.field);
  const place = formatFieldPath(field);
  const value = decodeValue(wire.value, place);
  if (LIST_OPERATORS.has(wire.op)) {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAXIMUM_LIST_VALUES)
      throw refuse('query-list', { place });
    if (value.some(isNullOrNaN)) throw refuse('query-operator', { place });
  } else if (isNullOrNaN(value) && wire.op !== '==' && wire.op !== '!=')
    throw refuse('query-operator', { place });
  return { field, op: wire.op, value };
}

const isNullOrNaN = (value: DocumentValue): boolean =>
  valueKind(value) === 'null' || valueKind(value) === 'nan';

function checkTogether(filters: readonly QueryFilter[]): void {
  const uses = (...operators: FilterOperator[]): QueryFilter[] =>
    filters.filter((filter) => operators.includes(filter.op));
  const contradictory = [uses('!=', 'not-in'), uses('not-in', 'in', 'array-contains-any')].find(
    (group) => group.length > 1 && group.some((filter) => filter.op === 'not-in'),
  );
  const place =
    contradictory?.at(-1)?.field ??
    filters.find((filter) => comparesTwoKinds(filter, filters))?.field;
  if (place) throw refuse('query-contradictory', { place: formatFieldPath(place) });
}

/**
 * A range is of one kind of value, so two ranges of a field over different kinds meet nowhere:
 * surely a mistake.
 */
const comparesTwoKinds = (filter: QueryFilter, filters: readonly QueryFilter[]): boolean =>
  RANGE_OPERATORS.has(filter.op) &&
  filters.some(
    (other) =>
      RANGE_OPERATORS.has(other.op) &&
      samePath(other.field, filter.field) &&
      valueKind(other.value) !== valueKind(filter.value),
  );

function readCursor(wire: Query['startAt'], askedFields: number): QueryCursor | null {
  if (wire === undefined) return null;
  if (wire.values.length > askedFields)
    throw refuse('query-cursor', { details: { values: wire.values.length, fields: askedFields } });
  return { values: wire.values.map((value) => decodeValue(value)), inclusive: wire.inclusive };
}
