import { isDeepStrictEqual } from 'node:util';
import type { ExpectedFilter, ExpectedQuery } from './case-file.ts';
import {
  isFields,
  pathNames,
  plainValue,
  valueAtNames,
  withValueAt,
  type PlainFields,
} from './expected-value.ts';

export type SeededDocument = { readonly path: string; readonly fields: PlainFields };

/** The ordered result of the structured query of a case. Interprets only what the cases use. */
export function expectedResult(
  query: ExpectedQuery,
  documents: readonly SeededDocument[],
): SeededDocument[] {
  const order = [...(query.orderBy ?? [])].map(({ field, direction }) => ({
    name: field.fieldPath,
    sign: direction === 'DESCENDING' ? -1 : 1,
  }));
  for (const name of listInequalities(query.where))
    if (!order.some((other) => other.name === name))
      order.push({ name, sign: order.at(-1)?.sign ?? 1 });
  if (!order.some(({ name }) => name === '__name__'))
    order.push({ name: '__name__', sign: order.at(-1)?.sign ?? 1 });
  const against = (document: SeededDocument, values: readonly unknown[]): number => {
    for (const [index, value] of values.entries()) {
      const { name, sign } = order[index] ?? { name: '__name__', sign: 1 };
      const compared = compare(getValue(document, name), value) * sign;
      if (compared !== 0) return compared;
    }
    return 0;
  };
  const start = query.startAt;
  const end = query.endAt;
  const found = documents
    .filter(
      (document) =>
        meets(query.where, document) &&
        order.every(({ name }) => getValue(document, name) !== undefined),
    )
    .filter(
      (document) =>
        !start ||
        (start.before
          ? against(document, start.values.map(plainValue)) >= 0
          : against(document, start.values.map(plainValue)) > 0),
    )
    .filter(
      (document) =>
        !end ||
        (end.before
          ? against(document, end.values.map(plainValue)) < 0
          : against(document, end.values.map(plainValue)) <= 0),
    )
    .sort((a, b) =>
      against(
        a,
        order.map(({ name }) => getValue(b, name)),
      ),
    );
  const offset = query.offset ?? 0;
  return found
    .slice(offset, query.limit === undefined ? undefined : offset + query.limit)
    .map((document) => selected(query, document));
}

function selected(query: ExpectedQuery, document: SeededDocument): SeededDocument {
  if (!query.select) return document;
  const fields = query.select.fields.reduce<PlainFields>(
    (all, { fieldPath }) =>
      fieldPath === '__name__'
        ? all
        : withValueAt(all, pathNames(fieldPath), getValue(document, fieldPath)),
    {},
  );
  return { ...document, fields };
}

/** Fields of comparisons other than equality, which are part of the order. */
function listInequalities(filter: ExpectedFilter | undefined): string[] {
  const { fieldFilter, unaryFilter, compositeFilter } = filter ?? {};
  if (compositeFilter) return compositeFilter.filters.flatMap(listInequalities);
  if (fieldFilter) return UNORDERED.has(fieldFilter.op) ? [] : [fieldFilter.field.fieldPath];
  return unaryFilter?.op.startsWith('IS_NOT') === true ? [unaryFilter.field.fieldPath] : [];
}
const UNORDERED = new Set(['EQUAL', 'IN', 'ARRAY_CONTAINS', 'ARRAY_CONTAINS_ANY']);

function meets(filter: ExpectedFilter | undefined, document: SeededDocument): boolean {
  const { fieldFilter, unaryFilter, compositeFilter } = filter ?? {};
  if (compositeFilter)
    return compositeFilter.op === 'OR'
      ? compositeFilter.filters.some((part) => meets(part, document))
      : compositeFilter.filters.every((part) => meets(part, document));
  if (unaryFilter)
    return meetsUnary(unaryFilter.op, getValue(document, unaryFilter.field.fieldPath));
  if (!fieldFilter) return true;
  const held = getValue(document, fieldFilter.field.fieldPath);
  return held !== undefined && meetsField(fieldFilter.op, held, plainValue(fieldFilter.value));
}

function meetsUnary(op: string, held: unknown): boolean {
  switch (op) {
    case 'IS_NAN':
      return Number.isNaN(held);
    case 'IS_NULL':
      return held === null;
    case 'IS_NOT_NAN':
      return held !== undefined && held !== null && !Number.isNaN(held);
    case 'IS_NOT_NULL':
      return held !== undefined && held !== null;
    default:
      throw new Error(`unknown operator ${op}`);
  }
}

function meetsField(op: string, held: unknown, wanted: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(held) ? held : [];
  const choices: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  const isSameKind = rank(held) === rank(wanted);
  switch (op) {
    case 'LESS_THAN_OR_EQUAL':
      return isSameKind && compare(held, wanted) <= 0;
    case 'LESS_THAN':
      return isSameKind && compare(held, wanted) < 0;
    case 'GREATER_THAN_OR_EQUAL':
      return isSameKind && compare(held, wanted) >= 0;
    case 'GREATER_THAN':
      return isSameKind && compare(held, wanted) > 0;
    case 'EQUAL':
      return compare(held, wanted) === 0;
    case 'NOT_EQUAL':
      return held !== null && compare(held, wanted) !== 0;
    case 'IN':
      return choices.some((choice) => compare(held, choice) === 0);
    case 'NOT_IN':
      return held !== null && !choices.some((choice) => compare(held, choice) === 0);
    case 'ARRAY_CONTAINS':
      return list.some((element) => isDeepStrictEqual(element, wanted));
    case 'ARRAY_CONTAINS_ANY':
      return list.some((element) => choices.some((choice) => isDeepStrictEqual(element, choice)));
    default:
      throw new Error(`unknown operator ${op}`);
  }
}

const getValue = (document: SeededDocument, name: string): unknown =>
  name === '__name__' ? document.path : valueAtNames(document.fields, pathNames(name));

/** Order of types: null, booleans, NaN, numbers, text, arrays, maps. */
function rank(value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (Number.isNaN(value)) return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  return Array.isArray(value) ? 5 : 6;
}

function compare(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  if (isFields(a) && isFields(b)) return compareLists(listEntries(a), listEntries(b));
  return rank(a) === 2 ? 0 : Number(a) - Number(b);
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const compared = compare(a[index], b[index]);
    if (compared !== 0) return compared;
  }
  return a.length - b.length;
}

/** Names and values of a map, ordered by name. */
const listEntries = (fields: PlainFields): unknown[] =>
  Object.entries(fields)
    .sort(([a], [b]) => compare(a, b))
    .flat();
