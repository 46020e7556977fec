import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { query as querySchema, type Query } from '../contract/document-messages.ts';
import { readQuery } from './document-query.ts';
import type { DocumentMap, DocumentValue } from './document-value.ts';
import { matchesQuery, runQuery } from './query-match.ts';
import { cursorValues } from './query-order.ts';
import type { StoredDocument } from './stored-document.ts';
import { anyValue } from './testing/any-value.ts';
import { valueKind } from './value-order.ts';
import { encodeValue } from './json-codec.ts';

/** Few distinct values, so that many documents are equal in a field; some fields are missing. */
const someValue = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<DocumentValue>(
      null,
      true,
      Number.NaN,
      -1,
      0,
      1,
      2,
      'a',
      'b',
      new Date(0),
      [1],
      [1, 2],
      { x: 1 },
    ),
  },
  { weight: 1, arbitrary: anyValue },
);
const someFields: fc.Arbitrary<DocumentMap> = fc.record(
  { a: someValue, b: someValue },
  { requiredKeys: [] },
);
const collection = fc.array(someFields, { maxLength: 12 }).map((list): StoredDocument[] =>
  list.map((data, index) => ({
    path: `C/${String.fromCharCode(97 + ((index * 7) % 26))}`,
    data,
    createdAt: new Date(index),
    updatedAt: new Date(index % 3),
    version: String(index),
  })),
);
const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
const comparable = someValue.filter((value) => !['null', 'nan'].includes(valueKind(value)));

type Filter = Query['filters'][number];
const ask = (more: Partial<Query>) => readQuery(querySchema.parse({ collection: 'C', ...more }));
const where = (op: Filter['op'], value: DocumentValue, field = 'a'): Filter => ({
  field: [field],
  op,
  value: encodeValue(value),
});
const found = (more: Partial<Query>, documents: StoredDocument[]): string[] =>
  runQuery(ask(more), documents).map(({ path }) => path);
const union = (...lists: string[][]): string[] => lists.flat().sort();

describe('properties of queries', () => {
  it('complementary ranges partition the values of a kind', () => {
    fc.assert(
      fc.property(collection, comparable, (documents, value) => {
        const ofKind = documents
          .filter(
            ({ data }) => data['a'] !== undefined && valueKind(data['a']) === valueKind(value),
          )
          .map(({ path }) => path)
          .sort();
        expect(
          union(
            found({ filters: [where('<', value)] }, documents),
            found({ filters: [where('>=', value)] }, documents),
          ),
        ).toEqual(ofKind);
        expect(
          union(
            found({ filters: [where('<=', value)] }, documents),
            found({ filters: [where('>', value)] }, documents),
          ),
        ).toEqual(ofKind);
      }),
    );
  });

  it('`==` and `!=` partition the documents with a value other than null', () => {
    fc.assert(
      fc.property(collection, comparable, (documents, value) => {
        const holding = documents
          .filter(({ data }) => data['a'] !== undefined && data['a'] !== null)
          .map(({ path }) => path)
          .sort();
        expect(
          union(
            found({ filters: [where('==', value)] }, documents),
            found({ filters: [where('!=', value)] }, documents),
          ),
        ).toEqual(holding);
        expect(
          union(
            found({ filters: [where('in', [value, 0])] }, documents),
            found({ filters: [where('not-in', [value, 0])] }, documents),
          ),
        ).toEqual(holding);
      }),
    );
  });

  it('`in` is the union of `==`', () => {
    fc.assert(
      fc.property(collection, comparable, comparable, (documents, one, other) => {
        const either = new Set([
          ...found({ filters: [where('==', one)] }, documents),
          ...found({ filters: [where('==', other)] }, documents),
        ]);
        expect(found({ filters: [where('in', [one, other])] }, documents).sort()).toEqual(
          [...either].sort(),
        );
      }),
    );
  });

  it('`array-contains-any` is the union of `array-contains`', () => {
    fc.assert(
      fc.property(collection, (documents) => {
        const either = new Set(
          [1, 2].flatMap((value) =>
            found({ filters: [where('array-contains', value)] }, documents),
          ),
        );
        expect(found({ filters: [where('array-contains-any', [1, 2])] }, documents).sort()).toEqual(
          [...either].sort(),
        );
      }),
    );
  });

  it('descending order is the reverse of ascending order', () => {
    fc.assert(
      fc.property(collection, (documents) => {
        expect(found({ orderBy: [{ field: ['a'], direction: 'desc' }] }, documents)).toEqual(
          found({ orderBy: [{ field: ['a'], direction: 'asc' }] }, documents).reverse(),
        );
      }),
    );
  });

  it('`offset` and `limit` take a slice', () => {
    fc.assert(
      fc.property(
        collection,
        direction,
        fc.nat(8),
        fc.integer({ min: 1, max: 8 }),
        (documents, upOrDown, offset, limit) => {
          const orderBy = [{ field: ['b'], direction: upOrDown }];
          expect(found({ orderBy, offset, limit }, documents)).toEqual(
            found({ orderBy }, documents).slice(offset, offset + limit),
          );
        },
      ),
    );
  });

  it('a cursor at a document splits the list there', () => {
    fc.assert(
      fc.property(
        collection,
        direction,
        direction,
        fc.nat(11),
        (documents, first, second, index) => {
          const orderBy = [
            { field: ['a'], direction: first },
            { field: ['b'], direction: second },
            { field: ['documentPath'], direction: second },
          ];
          const list = runQuery(ask({ orderBy }), documents);
          const at = list[index];
          if (!at) return;
          const values = (cursorValues(ask({ orderBy }), at) ?? []).map((value) =>
            encodeValue(value),
          );
          const paths = list.map(({ path }) => path);
          expect(found({ orderBy, startAt: { values, inclusive: true } }, documents)).toEqual(
            paths.slice(index),
          );
          expect(found({ orderBy, startAt: { values, inclusive: false } }, documents)).toEqual(
            paths.slice(index + 1),
          );
          expect(found({ orderBy, endAt: { values, inclusive: true } }, documents)).toEqual(
            paths.slice(0, index + 1),
          );
          expect(found({ orderBy, endAt: { values, inclusive: false } }, documents)).toEqual(
            paths.slice(0, index),
          );
        },
      ),
    );
  });

  it('matchesQuery agrees with the result', () => {
    fc.assert(
      fc.property(collection, comparable, direction, (documents, value, upOrDown) => {
        const more = {
          filters: [where('>=', value)],
          orderBy: [{ field: ['b'], direction: upOrDown }],
        };
        const list = found(more, documents);
        for (const document of documents)
          expect(matchesQuery(ask(more), document)).toBe(list.includes(document.path));
      }),
    );
  });

  it('`select` changes neither the documents nor their order', () => {
    fc.assert(
      fc.property(collection, direction, (documents, upOrDown) => {
        const orderBy = [{ field: ['a'], direction: upOrDown }];
        expect(found({ orderBy, select: [['b']] }, documents)).toEqual(
          found({ orderBy }, documents),
        );
        for (const { data } of runQuery(ask({ orderBy, select: [['b']] }), documents))
          expect(Object.keys(data).filter((name) => name !== 'b')).toEqual([]);
      }),
    );
  });
});
