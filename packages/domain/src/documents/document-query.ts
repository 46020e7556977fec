import type { Query } from '../contract/document-messages.ts';
import { ProblemError } from '../contract/problem.ts';
import type { DocumentValue } from './document-value.ts';
import { checkFieldPath, formatFieldPath, samePath, type FieldPath } from './field-path.ts';
import { isCollectionName, parseCollectionPath } from './path.ts';
import { compareText, valueKind } from './value-order.ts';
import { decodeValue } from './json-codec.ts';

export type FilterOperator = Query['filters'][number]['op'];
export type QueryFilter = {
  readonly field: FieldPath;
  readonly op: FilterOperator;
  readonly value: DocumentValue;
};
export type QueryOrder = { readonly field: FieldPath; readonly direction: 'asc' | 'desc' };
/**
 * Values of the first fields of the order. `inclusive` includes a document with exactly these
 * values.
 */
export type QueryCursor = {
  readonly values: readonly DocumentValue[];
  readonly inclusive: boolean;
};

/** A validated query with decoded values. `order` is complete; see `wholeOrder`. */
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
 * Validates and decodes a query from the wire.
 * @throws ProblemError `path-invalid`, `field-path-invalid`, `transform-misplaced` (in a filter or
 *   cursor), `query-operator` (null or NaN with an operator other than == and !=), `query-list`
 *   (not 1 to 30 values), `query-cursor` (more values than fields in the requested order),
 *   `query-order` (a repeated field), `query-contradictory` (operators that exclude each other)
 */
export function readQuery(wire: Query): DocumentQuery {
  const isValidPath = wire.group
    ? isCollectionName(wire.collection)
    : parseCollectionPath(wire.collection).path !== '';
  if (!isValidPath) throw new ProblemError('path-invalid', { place: wire.collection });
  const filters = wire.filters.map(readFilter);
  checkTogether(filters);
  const asked = wire.orderBy.map((order) => ({
    field: checkFieldPath(order.field),
    direction: order.direction,
  }));
  const repeated = asked.find(
    (order, index) => asked.findIndex((other) => samePath(other.field, order.field)) !== index,
  );
  if (repeated) throw new ProblemError('query-order', { place: formatFieldPath(repeated.field) });
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
 * Completes an order so that any two documents are ordered: the requested fields, then missing
 * fields of inequality filters by name, then the document path. Added fields use the direction of
 * the last requested one, or ascending.
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
      throw new ProblemError('query-list', { place });
    if (value.some(isNullOrNaN)) throw new ProblemError('query-operator', { place });
  } else if (isNullOrNaN(value) && wire.op !== '==' && wire.op !== '!=')
    throw new ProblemError('query-operator', { place });
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
    filters.find((filter) => mixesValueKinds(filter, filters))?.field;
  if (place) throw new ProblemError('query-contradictory', { place: formatFieldPath(place) });
}

/**
 * A range matches one kind of value, so two ranges over different kinds match nothing: a mistake.
 */
const mixesValueKinds = (filter: QueryFilter, filters: readonly QueryFilter[]): boolean =>
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
    throw new ProblemError('query-cursor', {
      details: { values: wire.values.length, fields: askedFields },
    });
  return { values: wire.values.map((value) => decodeValue(value)), inclusive: wire.inclusive };
}
