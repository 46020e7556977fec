import {
  ProblemError,
  withoutServerFields,
  type Collection,
  type FilterOperator,
} from '@yamori/domain';
import { expect } from 'vitest';
import type { CollectionQuery } from '../../apps/web/src/client/collection-query.ts';
import { callFields, callText } from './case-data.ts';
import type { CommittableBatch } from '../../apps/web/src/client/write-batch.ts';
import type { CaseClient, CaseDocuments } from './case-client.ts';
import type { CaseCursor, QueryCall, QueryClause } from './case-file.ts';
import { expectedResult, type SeededDocument } from './expected-query.ts';

const a: readonly unknown[] = [
  0,
  1,
  2,
  2,
  3,
  3,
  4,
  7,
  7,
  7,
  8,
  9,
  2.5,
  Number.NaN,
  null,
  'text',
  true,
  '9',
];
/** Two values of b for each of a, so that orders meet equal values; and documents that lack a field. */
const SEEDS: readonly SeededDocument[] = [
  ...a.flatMap((value, index): SeededDocument[] =>
    [7, 8].map((b) => ({
      path: `C/${String.fromCharCode(97 + index)}${b}`,
      fields: { a: value, b: b + (index % 3) - 1, c: index },
    })),
  ),
  { path: 'C/D', fields: { a: 7, b: 8 } },
  { path: 'C/E', fields: { a: 7, b: 8, z: 1 } },
  { path: 'C/no-a', fields: { b: 1 } },
  { path: 'C/no-b', fields: { a: 8 } },
];

export async function seedQueries({ documents }: CaseClient): Promise<void> {
  const batch = documents.batch();
  for (const { documentReferenceId } of await documents.collection('C').limit(1000).get())
    batch.delete(documents.doc(`C/${documentReferenceId}`));
  await batch.commit();
  await seed(documents.batch(), documents);
}

async function seed(batch: CommittableBatch, documents: CaseDocuments): Promise<void> {
  for (const { path, fields } of SEEDS) batch.set(documents.doc(`C/${path.slice(2)}`), fields);
  await batch.commit();
}

export async function runQueryCase({ documents }: CaseClient, call: QueryCall): Promise<void> {
  const ask = async () =>
    call.clauses.reduce<CollectionQuery<Collection>>(addClause, documents.collection('C')).get();
  if (call.isError === true || !call.query) {
    await expect(ask()).rejects.toBeInstanceOf(ProblemError);
    return;
  }
  const found = (await ask()).map((document) => ({
    path: document.documentPath,
    fields: withoutServerFields({ ...document }),
  }));
  const expected = expectedResult(call.query, SEEDS);
  expect(expected.length, 'the seeds have something for the case').toBeGreaterThan(0);
  expect(found).toEqual(expected);
}

function addClause(
  query: CollectionQuery<Collection>,
  clause: QueryClause,
): CollectionQuery<Collection> {
  if (clause.where)
    return query.where(
      clause.where.path.field,
      operator(clause.where.op),
      callText(clause.where.jsonValue),
    );
  if (clause.orderBy) return query.orderBy(clause.orderBy.path.field, clause.orderBy.direction);
  if (clause.startAt) return query.startAt(...cursor(clause.startAt));
  if (clause.startAfter) return query.startAfter(...cursor(clause.startAfter));
  if (clause.endAt) return query.endAt(...cursor(clause.endAt));
  if (clause.endBefore) return query.endBefore(...cursor(clause.endBefore));
  if (clause.offset !== undefined) return query.offset(clause.offset);
  if (clause.limit !== undefined) return query.limit(clause.limit);
  if (clause.select) return query.select(...clause.select.fields.map(({ field }) => field));
  throw new Error(`unknown clause ${JSON.stringify(clause)}`);
}

/** Values, or a document as it was read: its fields and where it lies. */
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

function operator(op: string): FilterOperator {
  const known: readonly FilterOperator[] = [
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'in',
    'not-in',
    'array-contains',
    'array-contains-any',
  ];
  const found = known.find((name) => name === op);
  if (!found) throw new Error(`unknown operator ${op}`);
  return found;
}
