import {
  ProblemError,
  withoutServerFields,
  type Collection,
  type FilterOperator,
} from '@yamori/domain';
import { expect } from 'vitest';
import type { CollectionQuery } from '../../apps/web/src/live/documents/collection-query.ts';
import { callFields, callText } from './case-data.ts';
import type { CaseClient } from './case-client.ts';
import type {
  CaseCursor,
  ExpectedFilter,
  ExpectedQuery,
  QueryCall,
  QueryClause,
} from './case-file.ts';
import { expectedResult, type SeededDocument } from './expected-query.ts';
import { pathNames, plainValue, withValueAt, type PlainFields } from './expected-value.ts';

const a: readonly unknown[] = [0, 1, 2, 3, 4, 7, 7, 8, 9, 2.5, Number.NaN, null, 'text', true, '9'];
/**
 * Two values of b for each of a, so that orders include equal values, and documents that lack a
 * field.
 */
const SEEDS: readonly SeededDocument[] = [
  ...a.flatMap((value, index): SeededDocument[] =>
    [7, 8].map((b) => ({
      path: `C/${String.fromCharCode(97 + index)}${b}`,
      fields: { a: value, b: b + (index % 3) - 1, c: index },
    })),
  ),
  { path: 'C/A', fields: { a: 3, b: 8, c: 1 } },
  { path: 'C/D', fields: { a: 7, b: 8 } },
  { path: 'C/D15', fields: { a: 7, b: 9 } },
  { path: 'C/E', fields: { a: 7, b: 8, z: 1 } },
  { path: 'C/no-a', fields: { b: 1 } },
  { path: 'C/no-b', fields: { a: 8 } },
  { path: 'C/list-1', fields: { a: [1, 2], b: [3] } },
  { path: 'C/list-2', fields: { a: [1, 'x'], b: 'bar' } },
  { path: 'C/map-0', fields: { a: {}, b: 'zoo' } },
  { path: 'C/map-1', fields: { a: { a: 'b' }, b: { x: 1 } } },
  { path: 'C/map-2', fields: { a: { a: 'c' }, b: 8 } },
  { path: 'C/text', fields: { a: 7, b: 'bar', c: 3 } },
];

/**
 * Documents for the values of one case: one that matches its filters, and others at and next to its
 * cursors.
 */
function seedsFor({ where, orderBy = [], startAt, endAt }: ExpectedQuery): SeededDocument[] {
  const base = meeting(where, { a: 7, b: 8, c: 5 });
  const seeds: SeededDocument[] = [{ path: 'C/x', fields: base }];
  for (const [cursor, position] of Object.entries({ startAt, endAt }))
    for (const step of cursor === 'startAt' ? [0, 1] : [0, -1]) {
      let fields = base;
      let path = `C/x-${cursor}-${step}`;
      for (const [index, value] of (position?.values ?? []).entries()) {
        const name = orderBy[index]?.field.fieldPath ?? '__name__';
        const plain = plainValue(value);
        if (name === '__name__') path = `${String(plain)}${step === 0 ? '' : '0'}`;
        else
          fields = withValueAt(
            fields,
            pathNames(name),
            typeof plain === 'number' ? plain + step : plain,
          );
      }
      if (position) seeds.push({ path, fields });
    }
  const known = new Set(SEEDS.map(({ path }) => path));
  return seeds.filter(
    ({ path }, index) =>
      !known.has(path) && seeds.findIndex((other) => other.path === path) === index,
  );
}

/** Changes the fields to match the filter, where one value can. */
function meeting(filter: ExpectedFilter | undefined, fields: PlainFields): PlainFields {
  const { fieldFilter, unaryFilter, compositeFilter } = filter ?? {};
  if (compositeFilter)
    return compositeFilter.filters.reduce((met, part) => meeting(part, met), fields);
  if (unaryFilter)
    return withValueAt(
      fields,
      pathNames(unaryFilter.field.fieldPath),
      { IS_NULL: null, IS_NAN: Number.NaN }[unaryFilter.op] ?? 1,
    );
  if (!fieldFilter || fieldFilter.field.fieldPath === '__name__') return fields;
  return withValueAt(
    fields,
    pathNames(fieldFilter.field.fieldPath),
    valueMeeting(fieldFilter.op, plainValue(fieldFilter.value)),
  );
}

function valueMeeting(op: string, wanted: unknown): unknown {
  const [first = null]: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  switch (op) {
    case 'LESS_THAN':
      return typeof wanted === 'number' ? wanted - 1 : '';
    case 'GREATER_THAN':
      return typeof wanted === 'number' ? wanted + 1 : `${String(wanted)}~`;
    case 'IN':
      return first;
    case 'ARRAY_CONTAINS':
      return [wanted];
    case 'ARRAY_CONTAINS_ANY':
      return [first];
    case 'NOT_EQUAL':
    case 'NOT_IN':
      return 'another value';
    default:
      return wanted;
  }
}

async function seed({ documents }: CaseClient, seeds: readonly SeededDocument[]): Promise<void> {
  const batch = documents.batch();
  for (const { documentReferenceId } of await documents.collection('C').limit(1000).get())
    batch.delete(documents.doc(`C/${documentReferenceId}`));
  for (const { path, fields } of seeds) batch.set(documents.doc(`C/${path.slice(2)}`), fields);
  await batch.commit();
}

export async function runQueryCase(client: CaseClient, call: QueryCall): Promise<void> {
  const { documents } = client;
  const ask = async () =>
    call.clauses.reduce<CollectionQuery<Collection>>(addClause, documents.collection('C')).get();
  if (call.isError === true || !call.query) {
    await expect(ask()).rejects.toBeInstanceOf(ProblemError);
    return;
  }
  const seeds = [...SEEDS, ...seedsFor(call.query)];
  await seed(client, seeds);
  const found = (await ask()).map((document) => ({
    path: document.documentPath,
    fields: withoutServerFields({ ...document }),
  }));
  const expected = expectedResult(call.query, seeds);
  expect(expected.length, 'the seeds have something for the case').toBeGreaterThan(0);
  expect(found).toEqual(expected);
}

function addClause(
  query: CollectionQuery<Collection>,
  clause: QueryClause,
): CollectionQuery<Collection> {
  if (clause.where)
    return query.where(
      toField(clause.where.path.field),
      // Includes invalid operators, which the product must reject.
      clause.where.op as FilterOperator,
      callText(clause.where.jsonValue),
    );
  if (clause.orderBy)
    return query.orderBy(toField(clause.orderBy.path.field), clause.orderBy.direction);
  if (clause.startAt) return query.startAt(...cursor(clause.startAt));
  if (clause.startAfter) return query.startAfter(...cursor(clause.startAfter));
  if (clause.endAt) return query.endAt(...cursor(clause.endAt));
  if (clause.endBefore) return query.endBefore(...cursor(clause.endBefore));
  if (clause.offset !== undefined) return query.offset(clause.offset);
  if (clause.limit !== undefined) return query.limit(clause.limit);
  if (clause.select)
    return query.select(...clause.select.fields.map(({ field }) => toField(field)));
  throw new Error(`unknown clause ${JSON.stringify(clause)}`);
}

/** The cases call the document id `__name__`. */
const toField = (field: readonly string[]): readonly string[] =>
  field.length === 1 && field[0] === '__name__' ? ['documentReferenceId'] : field;

/** Values, or a document as it was read: its fields and its path. */
function cursor({ jsonValues, docSnapshot }: CaseCursor): unknown[] {
  if (!docSnapshot) return (jsonValues ?? []).map(callText);
  const documentPath = docSnapshot.path.split('/documents/')[1] ?? '';
  return [
    {
      ...callFields(docSnapshot.jsonData),
      documentPath,
      documentReferenceId: documentPath.split('/')[1],
    },
  ];
}
