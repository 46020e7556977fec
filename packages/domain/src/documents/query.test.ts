import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { query as querySchema, type Query } from '../contract/document-messages.ts';
import { anyValue } from './testing/any-value.ts';
import { readQuery } from './document-query.ts';
import { serverTimestamp, type DocumentMap, type DocumentValue } from './document-value.ts';
import { runQuery } from './query-match.ts';
import { compareDocuments, cursorValues } from './query-order.ts';
import type { StoredDocument } from './stored-document.ts';
import { decodeDocument, encodeDocument } from './stored-document.ts';
import { encodeValue, encodeWriteValue } from './json-codec.ts';

const at = new Date(0);
const document = (id: string, data: DocumentMap, collection = 'C'): StoredDocument => ({
  path: `${collection}/${id}`,
  data,
  createdAt: at,
  updatedAt: new Date(id.length),
  version: '1',
});
const ask = (more: Partial<Query>) => readQuery(querySchema.parse({ collection: 'C', ...more }));
const where = (field: string, op: Query['filters'][number]['op'], value: unknown) => ({
  field: [field],
  op,
  value: encodeValue(value),
});
const by = (field: string, direction: 'asc' | 'desc' = 'asc') => ({ field: [field], direction });
const from = (values: unknown[], inclusive: boolean) => ({
  values: values.map((value) => encodeValue(value)),
  inclusive,
});
const ids = (more: Partial<Query>, documents: StoredDocument[]) =>
  runQuery(ask(more), documents).map((found) => found.path.split('/').at(-1));

const values: Record<string, DocumentValue> = {
  one: 1,
  two: 2,
  three: 3,
  nan: Number.NaN,
  nil: null,
  text: '2',
  list: [1, 2],
  date: new Date(2),
  yes: true,
};
const all = [
  ...Object.entries(values).map(([id, a]) => document(id, { a })),
  document('none', { b: 1 }),
];

describe('filters of queries', () => {
  it.each<[Query['filters'][number]['op'], unknown, string[]]>([
    ['==', 2, ['two']],
    ['==', null, ['nil']],
    ['==', Number.NaN, ['nan']],
    ['!=', 2, ['yes', 'nan', 'one', 'three', 'date', 'text', 'list']],
    ['!=', null, ['yes', 'nan', 'one', 'two', 'three', 'date', 'text', 'list']],
    ['<', 3, ['one', 'two']],
    ['<=', 2, ['one', 'two']],
    ['>', 1, ['two', 'three']],
    ['>=', '1', ['text']],
    ['>', new Date(0), ['date']],
    ['in', [3, '2', 8], ['text', 'three']],
    ['not-in', [3, '2'], ['yes', 'nan', 'one', 'two', 'date', 'list']],
    ['array-contains', 2, ['list']],
    ['array-contains-any', [7, 1], ['list']],
  ])('a filter a %s %j finds the expected documents', (op, value, expected) => {
    expect(ids({ filters: [where('a', op, value)] }, all)).toEqual(expected);
  });

  it('documents must match all filters', () => {
    expect(ids({ filters: [where('a', '>', 1), where('a', '<', 3)] }, all)).toEqual(['two']);
  });

  it('filters reach into maps and base fields', () => {
    const nested = [document('x', { m: { k: 1 } }), document('yy', { m: { k: 2 } })];
    expect(ids({ filters: [{ field: ['m', 'k'], op: '==', value: 2 }] }, nested)).toEqual(['yy']);
    expect(ids({ filters: [where('documentReferenceId', '==', 'x')] }, nested)).toEqual(['x']);
    expect(ids({ filters: [where('updatedAt', '>', new Date(1))] }, nested)).toEqual(['yy']);
  });

  it.each<[string, Partial<Query>, string]>([
    ['null with a range', { filters: [where('a', '<', null)] }, 'query-operator (a)'],
    ['NaN with a range', { filters: [where('a', '>=', Number.NaN)] }, 'query-operator (a)'],
    ['null in a list', { filters: [where('a', 'in', [1, null])] }, 'query-operator (a)'],
    ['an empty list', { filters: [where('a', 'in', [])] }, 'query-list (a)'],
    [
      'a list of 31',
      {
        filters: [
          where(
            'a',
            'not-in',
            Array.from({ length: 31 }, (_, index) => index),
          ),
        ],
      },
      'query-list (a)',
    ],
    [
      'a value that is not a list',
      { filters: [where('a', 'array-contains-any', 1)] },
      'query-list (a)',
    ],
    [
      'a transform',
      { filters: [{ field: ['a'], op: '==', value: encodeWriteValue(serverTimestamp()) }] },
      'transform-misplaced (a)',
    ],
    [
      '!= together with not-in',
      { filters: [where('a', '!=', 1), where('b', 'not-in', [1])] },
      'query-contradictory (b)',
    ],
    [
      'ranges of two kinds',
      { filters: [where('a', '<', 1), where('a', '>', 'x')] },
      'query-contradictory (a)',
    ],
    ['a repeated field in the order', { orderBy: [by('a'), by('a', 'desc')] }, 'query-order (a)'],
    ['a cursor without an order', { startAt: from([2], true) }, 'query-cursor'],
    [
      'a cursor longer than the order',
      { orderBy: [by('a')], endAt: from([1, 2], true) },
      'query-cursor',
    ],
    [
      'a transform in a cursor',
      {
        orderBy: [by('a')],
        endAt: { values: [encodeWriteValue(serverTimestamp())], inclusive: true },
      },
      'transform-misplaced',
    ],
    ['an invalid collection path', { collection: 'C/d' }, 'path-invalid'],
    ['a group with a path', { collection: 'C/d/E', group: true }, 'path-invalid'],
    ['a reserved field', { orderBy: [by('__name__')] }, 'field-path-invalid'],
  ])('rejects %s', (_, more, message) => {
    expect(() => ask(more)).toThrow(message);
  });
});

describe('order of results', () => {
  it('results are ordered by path by default', () => {
    expect(ids({}, [document('b', {}), document('a', {}), document('B', {})])).toEqual([
      'B',
      'a',
      'b',
    ]);
  });

  it('ties are ordered by path in the direction of the last field', () => {
    const same = [document('a', { x: 1 }), document('b', { x: 1 }), document('c', { x: 0 })];
    expect(ids({ orderBy: [by('x')] }, same)).toEqual(['c', 'a', 'b']);
    expect(ids({ orderBy: [by('x', 'desc')] }, same)).toEqual(['b', 'a', 'c']);
  });

  it('an inequality adds its field to the order', () => {
    expect(ask({ filters: [where('a', '<=', 3)] }).order).toEqual([
      { field: ['a'], direction: 'asc' },
      { field: ['documentPath'], direction: 'asc' },
    ]);
    expect(
      ask({ filters: [where('a', '<=', 3)], orderBy: [by('b', 'desc')] }).order.map(
        (order) => order.field[0],
      ),
    ).toEqual(['b', 'a', 'documentPath']);
  });

  it('documents without a field of the order are omitted', () => {
    expect(ids({ orderBy: [by('b')] }, all)).toEqual(['none']);
  });

  it('the order of the input does not matter', () => {
    const sample = fc.array(anyValue, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(sample, fc.constantFrom<'asc' | 'desc'>('asc', 'desc'), (list, direction) => {
        const documents = list.map((a, index) => document(`d${index}`, { a }));
        const wanted = ids({ orderBy: [by('a', direction)] }, documents);
        expect(ids({ orderBy: [by('a', direction)] }, documents.toReversed())).toEqual(wanted);
        expect(wanted).toHaveLength(documents.length);
      }),
    );
  });
});

describe('cursors, limits, offsets and selections', () => {
  const row = ['a', 'b', 'c', 'd', 'e'].map((id, index) =>
    document(id, { n: index, even: index % 2 === 0 }),
  );

  it('cursors include or exclude their values', () => {
    expect(
      ids({ orderBy: [by('n')], startAt: from([1], true), endAt: from([3], true) }, row),
    ).toEqual(['b', 'c', 'd']);
    expect(
      ids({ orderBy: [by('n')], startAt: from([1], false), endAt: from([3], false) }, row),
    ).toEqual(['c']);
    expect(ids({ orderBy: [by('n', 'desc')], startAt: from([3], false) }, row)).toEqual([
      'c',
      'b',
      'a',
    ]);
  });

  it('a cursor compares only its own number of fields', () => {
    expect(ids({ orderBy: [by('even'), by('n')], startAt: from([true], true) }, row)).toEqual([
      'a',
      'c',
      'e',
    ]);
    expect(ids({ orderBy: [by('even'), by('n')], startAt: from([true], false) }, row)).toEqual([]);
  });

  it('paging by the values of the last document visits each document once', () => {
    const seen: (string | undefined)[] = [];
    let cursor: StoredDocument | undefined;
    for (;;) {
      const order = { orderBy: [by('even'), by('documentPath')] };
      const startAt = cursor && { startAt: from(cursorValues(ask(order), cursor) ?? [], false) };
      const page = runQuery(ask({ ...order, ...startAt, limit: 2 }), row);
      seen.push(...page.map((found) => found.path));
      cursor = page.at(-1);
      if (!cursor) break;
    }
    expect(seen).toEqual(['C/b', 'C/d', 'C/a', 'C/c', 'C/e']);
  });

  it('`offset` applies before `limit`', () => {
    expect(ids({ offset: 2, limit: 2 }, row)).toEqual(['c', 'd']);
    expect(ids({ offset: 9 }, row)).toEqual([]);
  });

  it('`select` keeps nested fields in their maps', () => {
    const [found] = runQuery(ask({ select: [['n'], ['m', 'x'], ['gone']] }), [
      document('a', { n: 1, o: 2, m: { x: 1, y: 2 } }),
    ]);
    expect(found?.data).toEqual({ n: 1, m: { x: 1 } });
  });

  it('cursorValues is null if a field of the order is missing', () => {
    expect(cursorValues(ask({ orderBy: [by('zzz')] }), document('a', {}))).toBeNull();
  });
});

describe('collections and groups', () => {
  const spread = [
    document('1', {}, 'room/a/sleep'),
    document('2', {}, 'room/b/sleep'),
    document('3', {}, 'sleep'),
    document('4', {}, 'room'),
  ];

  it('a query covers one collection, a group query all of that name', () => {
    expect(ids({ collection: 'room/a/sleep' }, spread)).toEqual(['1']);
    expect(ids({ collection: 'sleep', group: true }, spread)).toEqual(['1', '2', '3']);
  });

  it('compareDocuments never treats two documents as equal', () => {
    const order = compareDocuments(ask({}));
    for (const a of spread) for (const b of spread) expect(order(a, b) === 0).toBe(a === b);
  });

  it('a document survives encoding and decoding', () => {
    const sent = document('a', { at: new Date(5), list: [Number.NaN] });
    expect(decodeDocument(encodeDocument(sent))).toEqual(sent);
    expect(() => decodeDocument({ ...encodeDocument(sent), updatedAt: 'soon' })).toThrow(
      'value-invalid (updatedAt)',
    );
  });
});
