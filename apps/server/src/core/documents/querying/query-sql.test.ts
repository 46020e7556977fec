import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  cursorValues,
  defineCollection,
  encodeFields,
  encodeValue,
  EVERYTHING,
  readQuery,
  runQuery,
  some,
  type DocumentValue,
  type Query,
  type StoredDocument,
  type Visibility,
} from '@yamori/domain';
import {
  aQuery,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../testing/test-documents.ts';

const SCALARS: readonly DocumentValue[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1.5,
  1e9,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '',
  'a',
  'B',
  'ä',
  'あ',
  '😀',
  '�',
  new Date('2026-01-01T00:00:00.001Z'),
  new Date(0),
];
const OTHERS: readonly DocumentValue[] = [
  ['x'],
  ['x', 1],
  [],
  { a: 1 },
  {},
  [new Date(0)],
  ['x', { a: 1 }],
  new Uint8Array([1, 2]),
  new Uint8Array([1, 200]),
];
/**
 * Values of `mixed`, which SQL orders; the order of `scalar` and `inner` is completed in memory.
 */
const isMixed = (value: DocumentValue): boolean =>
  SCALARS.includes(value) && (typeof value !== 'number' || Number.isFinite(value));
const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;

const things = defineCollection('thing', null, null, {
  scalar: z.any().optional(),
  mixed: z.union([z.null(), z.boolean(), z.number(), z.string(), z.date()]).optional(),
  plain: z.union([z.string(), z.number()]).nullable().optional(),
  inner: z.any().optional(),
  group: z.int(),
});

let documents: TestDocuments;
let everything: StoredDocument[] = [];
beforeAll(async () => {
  documents = await openTestDocuments({ thing: things });
  const plain: DocumentValue[] = [null, 'a', 'b', 'ä', 1, 2, -3, 0, -0];
  const rows = [...SCALARS, ...OTHERS].map((value, index) => ({
    scalar: value,
    ...(isMixed(value) ? { mixed: value } : {}),
    inner: { value },
    plain: plain[index % plain.length] ?? null,
    group: index % 4,
  }));
  await documents.store.commit(
    [...rows, { group: 1 }, { group: 2 }].map((row, index) => ({
      kind: 'create' as const,
      path: `thing/t${index}`,
      data: encodeFields(row, false),
    })),
    SERVER,
  );
  everything = await documents.store.list(aQuery('thing'));
});
afterAll(() => documents.close());

async function expectSame(query: Query): Promise<void> {
  const expected = runQuery(readQuery(query), everything).map(({ path }) => path);
  const message = JSON.stringify(query);
  expect(
    (await documents.store.list(query)).map(({ path }) => path),
    message,
  ).toEqual(expected);
  expect(await documents.store.count(query), message).toBe(expected.length);
}

describe('SQL queries against the in-memory matcher', () => {
  it.each([['plain'], ['mixed'], ['scalar'], ['inner', 'value']])(
    'results agree for every operator and type of value on %s',
    async (...field) => {
      for (const value of [...SCALARS, ...OTHERS]) {
        const unequal = value === null || Number.isNaN(value);
        for (const op of unequal ? (['==', '!='] as const) : OPERATORS)
          await expectSame(
            aQuery('thing', { filters: [{ field, op, value: encodeValue(value) }] }),
          );
      }
    },
  );

  it('results agree for lists of values and elements of arrays', async () => {
    for (const values of [['a', 1], [0, 'x'], [true, new Date(0)], [{ a: 1 }, 'a'], [['x']]]) {
      for (const op of ['in', 'not-in', 'array-contains-any'] as const) {
        for (const field of ['plain', 'mixed', 'scalar'])
          await expectSame(
            aQuery('thing', { filters: [{ field: [field], op, value: encodeValue(values) }] }),
          );
      }
    }
    for (const value of ['x', 1, { a: 1 }, new Date(0)])
      await expectSame(
        aQuery('thing', {
          filters: [{ field: ['scalar'], op: 'array-contains', value: encodeValue(value) }],
        }),
      );
  });

  it('results agree for orders over several fields, in both directions, with offset and limit', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      for (const field of [
        'plain',
        'mixed',
        'scalar',
        'group',
        'createdAt',
        'documentReferenceId',
      ]) {
        await expectSame(
          aQuery('thing', {
            orderBy: [
              { field: [field], direction },
              { field: ['documentPath'], direction: 'desc' },
            ],
            offset: 2,
            limit: 9,
          }),
        );
        await expectSame(
          aQuery('thing', {
            orderBy: [
              { field: ['group'], direction },
              ...(field === 'group' ? [] : [{ field: [field], direction: 'asc' as const }]),
            ],
          }),
        );
      }
    }
  });

  it('results agree for cursors at every document, inclusive or not', async () => {
    for (const field of ['plain', 'mixed', 'group', 'scalar', 'updatedAt']) {
      const orderBy = [
        { field: [field], direction: 'desc' as const },
        { field: ['documentPath'], direction: 'asc' as const },
      ];
      const query = readQuery(aQuery('thing', { orderBy }));
      for (const document of everything) {
        const values = cursorValues(query, document)?.map((value) => encodeValue(value));
        if (!values) continue;
        await expectSame(
          aQuery('thing', { orderBy, startAt: { values, inclusive: false }, limit: 4 }),
        );
        await expectSame(
          aQuery('thing', { orderBy, endAt: { values: values.slice(0, 1), inclusive: true } }),
        );
      }
    }
  });

  it('results agree for the id and the times as fields', async () => {
    await expectSame(
      aQuery('thing', {
        filters: [{ field: ['documentReferenceId'], op: 'in', value: ['t1', 't2'] }],
      }),
    );
    await expectSame(
      aQuery('thing', { filters: [{ field: ['documentReferenceId'], op: '>=', value: 't2' }] }),
    );
    await expectSame(
      aQuery('thing', {
        filters: [{ field: ['createdAt'], op: '>', value: encodeValue(new Date(0)) }],
      }),
    );
  });

  it('a query that would scan too many documents is rejected', async () => {
    const small = await openTestDocuments(
      { thing: things },
      { ...documents.store.limits, scannedDocuments: 3 },
    );
    await small.store.commit(
      [1, 2, 3, 4].map((index) => ({
        kind: 'create' as const,
        path: `thing/${index}`,
        data: { group: index },
      })),
      SERVER,
    );
    await expect(
      small.store.list(
        aQuery('thing', { filters: [{ field: ['scalar'], op: '!=', value: { a: 1 } }], limit: 1 }),
      ),
    ).resolves.toEqual([]);
    await expect(small.store.list(aQuery('thing'))).rejects.toThrow('query-too-wide');
    await small.close();
  });
});

describe('pages over 10,000 documents', () => {
  it('pages contain each document once even among equal values, and take less than a second each', async () => {
    const rows = 10_000;
    await documents.temporary.database.query({
      text: `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
        select 'system', 'thing/x' || n, 'thing', '', 'x' || n, jsonb_build_object('group', n % 3, 'plain', n % 7), array['d' || (n % 5)], '{}', now(), now(), n from generate_series(1, ${rows}) n`,
    });
    const visibility: Visibility = some({ domainIds: new Set(['d1', 'd2']) });
    const orderBy = [{ field: ['plain'], direction: 'desc' as const }];
    const seen = new Set<string>();
    let values: unknown[] | null = null;
    for (;;) {
      const order = [...orderBy, { field: ['documentPath'], direction: 'desc' as const }];
      const page = await documents.store.list(
        aQuery('thing', {
          orderBy: order,
          limit: 500,
          ...(values ? { startAt: { values, inclusive: false } } : {}),
        }),
        { visibility },
      );
      page.forEach(({ path }) => seen.add(path));
      const last = page.at(-1);
      values = last
        ? (cursorValues(readQuery(aQuery('thing', { orderBy: order })), last)?.map((value) =>
            encodeValue(value),
          ) ?? null)
        : null;
      if (page.length < 500) break;
    }
    expect(seen.size).toBe((rows * 2) / 5);
    expect(await documents.store.count(aQuery('thing', { orderBy }), { visibility })).toBe(
      (rows * 2) / 5,
    );
    expect(
      await documents.store.count(
        aQuery('thing', { filters: [{ field: ['group'], op: '==', value: 1 }] }),
        { visibility: EVERYTHING },
      ),
    ).toBeGreaterThan(3_000);
  });
});
