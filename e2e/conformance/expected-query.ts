import type { ExpectedQuery } from './case-file.ts';
import {
  pathNames,
  plainValue,
  valueAtNames,
  withValueAt,
  type PlainFields,
} from './expected-value.ts';

export type SeededDocument = { readonly path: string; readonly fields: PlainFields };

/** The ordered result of the structured query that a case expects: an interpreter of as much of it as the cases use. */
export function expectedResult(
  query: ExpectedQuery,
  documents: readonly SeededDocument[],
): SeededDocument[] {
  const order = [...(query.orderBy ?? [])].map(({ field, direction }) => ({
    name: field.fieldPath,
    sign: direction === 'DESCENDING' ? -1 : 1,
  }));
  if (!order.some(({ name }) => name === '__name__'))
    order.push({ name: '__name__', sign: order.at(-1)?.sign ?? 1 });
  const against = (document: SeededDocument, values: readonly unknown[]): number => {
    for (const [index, value] of values.entries()) {
      const { name, sign } = order[index] ?? { name: '__name__', sign: 1 };
      const compared = compare(valueOf(document, name), value) * sign;
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
        order.every(({ name }) => valueOf(document, name) !== undefined),
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
        order.map(({ name }) => valueOf(b, name)),
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
    (all, { fieldPath }) => withValueAt(all, pathNames(fieldPath), valueOf(document, fieldPath)),
    {},
  );
  return { ...document, fields };
}

function meets(where: ExpectedQuery['where'], document: SeededDocument): boolean {
  if (where?.unaryFilter)
    return (
      where.unaryFilter.op === 'IS_NAN' &&
      Number.isNaN(valueOf(document, where.unaryFilter.field.fieldPath))
    );
  if (!where?.fieldFilter) return true;
  const { field, op, value } = where.fieldFilter;
  const held = valueOf(document, field.fieldPath);
  const wanted = plainValue(value);
  if (held === undefined || rank(held) !== rank(wanted)) return false;
  const compared = compare(held, wanted);
  switch (op) {
    case 'LESS_THAN_OR_EQUAL':
      return compared <= 0;
    case 'LESS_THAN':
      return compared < 0;
    case 'GREATER_THAN_OR_EQUAL':
      return compared >= 0;
    case 'GREATER_THAN':
      return compared > 0;
    case 'EQUAL':
      return compared === 0;
    default:
      throw new Error(`unknown operator ${op}`);
  }
}

const valueOf = (document: SeededDocument, name: string): unknown =>
  name === '__name__' ? document.path : valueAtNames(document.fields, pathNames(name));

/** null, booleans, NaN, numbers, text: the kinds that the seeded documents hold. */
const rank = (value: unknown): number =>
  value === null
    ? 0
    : typeof value === 'boolean'
      ? 1
      : Number.isNaN(value)
        ? 2
        : typeof value === 'number'
          ? 3
          : 4;

function compare(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return rank(a) === 2 ? 0 : Number(a) - Number(b);
}
