import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { query as querySchema, type Query } from '../contract/document-messages.ts';
import { readQuery, type QueryFilter } from './document-query.ts';
import type { DocumentMap, DocumentValue } from './document-value.ts';
import {
  liesInCollection,
  matchesFilter,
  matchesQuery,
  runQuery,
  selectFields,
} from './query-match.ts';
import type { StoredDocument } from './stored-document.ts';
import { encodeValue } from './json-codec.ts';

/** Values in sort order, each with its kind. The indexes alone determine what a query finds. */
const LADDER: readonly (readonly [kind: string, value: DocumentValue])[] = [
  ['null', null],
  ['boolean', false],
  ['boolean', true],
  ['nan', Number.NaN],
  ['number', -2.5],
  ['number', 0],
  ['number', 7],
  ['date', new Date(0)],
  ['date', new Date(9)],
  ['text', ''],
  ['text', 'a'],
  ['text', 'ab'],
  ['text', 'い'],
  ['bytes', new Uint8Array([1])],
  ['array', []],
  ['array', [1]],
  ['array', [1, 'a']],
  ['map', {}],
  ['map', { x: 1 }],
];
const valueAt = (place: number): DocumentValue => LADDER[place]?.[1] ?? null;
const kindAt = (place: number): string => LADDER[place]?.[0] ?? '';
const place = fc.nat(LADDER.length - 1);
const comparable = place.filter((at) => !['null', 'nan'].includes(kindAt(at)));
const element = fc.constantFrom('a', 1, 2);
const getElements = (at: number): readonly DocumentValue[] => {
  const value = valueAt(at);
  return Array.isArray(value) ? value : [];
};

type Row = { readonly a?: number | undefined; readonly b?: number | undefined };
type Table = { readonly rows: readonly Row[]; readonly documents: readonly StoredDocument[] };
const table: fc.Arbitrary<Table> = fc
  .array(fc.record({ a: place, b: place }, { requiredKeys: [] }), { maxLength: 14 })
  .map((rows) => ({
    rows,
    documents: rows.map((row, index): StoredDocument => ({
      path: `C/${String.fromCharCode(97 + index)}`,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      version: '1',
      data: Object.fromEntries(
        Object.entries(row).flatMap(([name, at]) =>
          at === undefined ? [] : [[name, valueAt(at)]],
        ),
      ),
    })),
  }));

type Filter = {
  readonly field: 'a' | 'b';
  readonly wire: Query['filters'][number];
  readonly meets: (at: number) => boolean;
};
const createFilter = (
  field: 'a' | 'b',
  op: Query['filters'][number]['op'],
  value: DocumentValue,
  meets: (at: number) => boolean,
): Filter => ({ field, wire: { field: [field], op, value: encodeValue(value) }, meets });
const field = fc.constantFrom('a' as const, 'b' as const);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc
    .tuple(field, place)
    .map(([name, wanted]) => createFilter(name, '==', valueAt(wanted), (at) => at === wanted)),
  fc
    .tuple(field, place)
    .map(([name, wanted]) =>
      createFilter(name, '!=', valueAt(wanted), (at) => at !== wanted && kindAt(at) !== 'null'),
    ),
  fc
    .tuple(field, comparable)
    .map(([name, wanted]) =>
      createFilter(
        name,
        '<',
        valueAt(wanted),
        (at) => kindAt(at) === kindAt(wanted) && at < wanted,
      ),
    ),
  fc
    .tuple(field, comparable)
    .map(([name, wanted]) =>
      createFilter(
        name,
        '>=',
        valueAt(wanted),
        (at) => kindAt(at) === kindAt(wanted) && at >= wanted,
      ),
    ),
  fc
    .tuple(field, fc.array(comparable, { minLength: 1, maxLength: 4 }))
    .map(([name, wanted]) =>
      createFilter(name, 'in', wanted.map(valueAt), (at) => wanted.includes(at)),
    ),
  fc
    .tuple(field, fc.array(comparable, { minLength: 1, maxLength: 4 }))
    .map(([name, wanted]) =>
      createFilter(
        name,
        'not-in',
        wanted.map(valueAt),
        (at) => !wanted.includes(at) && kindAt(at) !== 'null',
      ),
    ),
  fc
    .tuple(field, element)
    .map(([name, wanted]) =>
      createFilter(name, 'array-contains', wanted, (at) => getElements(at).includes(wanted)),
    ),
  fc
    .tuple(field, fc.array(element, { minLength: 1, maxLength: 2 }))
    .map(([name, wanted]) =>
      createFilter(name, 'array-contains-any', wanted, (at) =>
        getElements(at).some((one) => wanted.some((other) => one === other)),
      ),
    ),
);
const order = fc.record({ field, direction: fc.constantFrom('asc' as const, 'desc' as const) });
const ask = (more: Partial<Query>) => readQuery(querySchema.parse({ collection: 'C', ...more }));
const listPaths = (documents: readonly StoredDocument[]): string[] =>
  documents.map(({ path }) => path);

describe('runQuery', () => {
  it('a linear search gives the same documents in the same order', () => {
    fc.assert(
      fc.property(
        table,
        filter,
        order,
        fc.nat(5),
        fc.option(fc.integer({ min: 1, max: 6 })),
        ({ rows, documents }, asked, { field: by, direction }, offset, limit) => {
          const sign = direction === 'asc' ? 1 : -1;
          const found = rows.flatMap((row, index) =>
            row[asked.field] !== undefined &&
            row[by] !== undefined &&
            asked.meets(row[asked.field] ?? 0)
              ? [index]
              : [],
          );
          // Sort key: the field of the order, then the field of an inequality filter, then the
          // path, which is the order of the table.
          const second = ['!=', '<', '>=', 'not-in'].includes(asked.wire.op) ? asked.field : by;
          const sorted = found.toSorted(
            (one, other) =>
              sign *
              ((rows[one]?.[by] ?? 0) - (rows[other]?.[by] ?? 0) ||
                (rows[one]?.[second] ?? 0) - (rows[other]?.[second] ?? 0) ||
                one - other),
          );
          const query = ask({
            filters: [asked.wire],
            orderBy: [{ field: [by], direction }],
            offset,
            ...(limit === null ? {} : { limit }),
          });
          expect(listPaths(runQuery(query, documents))).toEqual(
            sorted
              .slice(offset, limit === null ? undefined : offset + limit)
              .map((index) => documents[index]?.path),
          );
        },
      ),
      { seed: 3, numRuns: 120 },
    );
  });

  it('every result matches all filters', () => {
    fc.assert(
      fc.property(
        table,
        filter,
        fc.constantFrom('<' as const, '>=' as const),
        comparable,
        ({ rows, documents }, asked, op, bound) => {
          fc.pre(!(asked.field === 'b' && ['<', '>='].includes(asked.wire.op)));
          const range = { field: ['b'], op, value: encodeValue(valueAt(bound)) };
          const inRange = (at: number): boolean =>
            kindAt(at) === kindAt(bound) && (op === '<' ? at < bound : at >= bound);
          const expected = rows.flatMap((row, index) =>
            row[asked.field] !== undefined &&
            asked.meets(row[asked.field] ?? 0) &&
            row.b !== undefined &&
            inRange(row.b)
              ? [documents[index]?.path]
              : [],
          );
          expect(
            listPaths(runQuery(ask({ filters: [asked.wire, range] }), documents)).toSorted(),
          ).toEqual(expected);
        },
      ),
      { seed: 4, numRuns: 80 },
    );
  });

  it('the order of the input does not matter, and the input is unchanged', () => {
    fc.assert(
      fc.property(table, order, ({ documents }, { field: by, direction }) => {
        const query = ask({ orderBy: [{ field: [by], direction }], select: [['a']] });
        const before = structuredClone(documents);
        expect(runQuery(query, documents.toReversed())).toEqual(runQuery(query, documents));
        expect(documents).toEqual(before);
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

describe('liesInCollection', () => {
  it.each<[string, boolean, string, boolean]>([
    ['room', false, 'room/1', true],
    ['room', false, 'room/1/note/2', false],
    ['room', false, 'rooms/1', false],
    ['room/1/note', false, 'room/1/note/2', true],
    ['room/1/note', false, 'room/2/note/2', false],
    ['note', false, 'room/1/note/2', false],
    ['note', true, 'room/1/note/2', true],
    ['note', true, 'note/1', true],
    ['note', true, 'room/1', false],
    ['room', true, 'room/1/note/2', false],
  ])('%s (group: %s) contains %s: %s', (collection, group, path, expected) => {
    expect(liesInCollection({ collection, group }, path)).toBe(expected);
    const document: StoredDocument = {
      path,
      data: {},
      createdAt: new Date(0),
      updatedAt: new Date(0),
      version: '1',
    };
    expect(matchesQuery(ask({ collection, group }), document)).toBe(expected);
  });
});

describe('matchesFilter', () => {
  const of = (op: QueryFilter['op'], value: DocumentValue): QueryFilter => ({
    field: ['a'],
    op,
    value,
  });

  it('a missing field matches no operator', () => {
    for (const op of [
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
    ] as const)
      expect(matchesFilter(of(op, [1]), undefined), op).toBe(false);
  });

  it('-0 equals 0, and the order of fields in a map does not matter', () => {
    expect(matchesFilter(of('==', 0), -0)).toBe(true);
    expect(matchesFilter(of('<', 0), -0)).toBe(false);
    expect(matchesFilter(of('==', { x: 1, y: 2 }), { y: 2, x: 1 })).toBe(true);
  });

  it('`array-contains` compares elements, so a list matches only as an element', () => {
    expect(matchesFilter(of('array-contains', [1]), [[1], 2])).toBe(true);
    expect(matchesFilter(of('array-contains', [1]), [1, 2])).toBe(false);
    expect(matchesFilter(of('array-contains', 'a'), 'abc')).toBe(false);
  });
});

describe('selectFields', () => {
  const data: DocumentMap = { a: 1, m: { x: 1, y: { z: 2 } }, nothing: null };
  const selected = (...fields: string[][]): DocumentMap =>
    selectFields(ask({ select: fields }), data);

  it('returns the selected fields, nested, without missing ones', () => {
    expect(selected(['a'], ['m', 'y', 'z'])).toEqual({ a: 1, m: { y: { z: 2 } } });
    expect(selected(['m', 'x'], ['m', 'y'])).toEqual({ m: { x: 1, y: { z: 2 } } });
    expect(selected(['b'], ['a', 'x'], ['nothing'])).toEqual({ nothing: null });
  });

  it('returns all fields without a selection, and none for an empty one', () => {
    expect(selectFields(ask({}), data)).toBe(data);
    expect(selected()).toEqual({});
  });
});
