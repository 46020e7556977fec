import { describe, expect, it } from 'vitest';
import {
  commitCall,
  cursor,
  fieldPath,
  filter,
  query,
  readCall,
  write,
  type Query,
} from './document-messages.ts';

const many = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);
/** Paths of the issues; empty if the message is valid. */
const refusedAt = (
  schema: {
    safeParse: (message: unknown) => {
      error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined;
    };
  },
  message: unknown,
): string[] => [
  ...new Set(schema.safeParse(message).error?.issues.map((issue) => issue.path.join('.')) ?? []),
];

const aFilter = { field: ['name'], op: '==', value: 'a' };

describe('query', () => {
  it('requires only a collection; the defaults restrict nothing', () => {
    expect(query.parse({ collection: 'room' })).toEqual({
      collection: 'room',
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    } satisfies Query);
  });

  it('a full query survives JSON', () => {
    const whole: Query = {
      collection: 'room/a/sleep',
      group: false,
      filters: [{ field: ['live', 'fault'], op: 'not-in', value: ['none'] }],
      orderBy: [{ field: ['name'], direction: 'desc' }],
      startAt: { values: ['a'], inclusive: true },
      endAt: { values: ['b'], inclusive: false },
      offset: 10,
      limit: 50,
      select: [['name'], ['live', 'fault']],
    };
    expect(query.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  it.each<[string, object, string]>([
    ['without a collection', { collection: '' }, 'collection'],
    ['with a collection of 401 characters', { collection: 'a'.repeat(401) }, 'collection'],
    ['with 21 filters', { filters: many(21, aFilter) }, 'filters'],
    ['with 7 orders', { orderBy: many(7, { field: ['a'], direction: 'asc' }) }, 'orderBy'],
    [
      'with an order without a direction',
      { orderBy: [{ field: ['a'], direction: 'up' }] },
      'orderBy.0.direction',
    ],
    ['with an offset below 0', { offset: -1 }, 'offset'],
    ['with an offset beyond 100,000', { offset: 100_001 }, 'offset'],
    ['for zero documents', { limit: 0 }, 'limit'],
    ['for 1,001 documents', { limit: 1001 }, 'limit'],
    ['for half a document', { limit: 1.5 }, 'limit'],
    ['for 51 fields', { select: many(51, ['a']) }, 'select'],
    ['for a field without a name', { select: [[]] }, 'select.0'],
    ['with an unknown key', { where: 'a' }, ''],
  ])('a query %s is rejected', (_, change, place) => {
    expect(refusedAt(query, { collection: 'room', ...change })).toEqual([place]);
  });

  it('a query at its limits is valid', () => {
    expect(
      refusedAt(query, {
        collection: 'a'.repeat(400),
        filters: many(20, aFilter),
        orderBy: many(6, { field: ['a'], direction: 'asc' }),
        offset: 100_000,
        limit: 1000,
        select: many(50, ['a']),
      }),
    ).toEqual([]);
  });
});

describe('parts of a query', () => {
  it.each([
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
  ])('operator %s is valid', (op) => {
    expect(refusedAt(filter, { ...aFilter, op })).toEqual([]);
  });

  it.each(['=', '===', 'like', 'IN', '', null])('operator %s is rejected', (op) => {
    expect(refusedAt(filter, { ...aFilter, op })).toEqual(['op']);
  });

  it.each([
    [[], ''],
    [[''], '0'],
    [many(21, 'a'), ''],
    ['name', ''],
    [['a', 1], '1'],
  ])('%j is not a field path', (field, place) => {
    expect(refusedAt(fieldPath, field)).toEqual([place]);
  });

  it.each([
    [{ values: [], inclusive: true }, 'values'],
    [{ values: many(11, 1), inclusive: true }, 'values'],
    [{ values: [1] }, 'inclusive'],
  ])('%j is not a cursor', (value, place) => {
    expect(refusedAt(cursor, value)).toEqual([place]);
  });
});

describe('write', () => {
  it.each([
    { kind: 'create', path: 'room/a', data: { name: 'x' } },
    { kind: 'set', path: 'room/a', data: {} },
    {
      kind: 'set',
      path: 'room/a',
      data: { a: { $increment: 1 } },
      merge: true,
      precondition: { exists: true },
    },
    {
      kind: 'set',
      path: 'room/a',
      data: { a: 1 },
      mergeFields: [['a']],
      precondition: { version: '7' },
    },
    { kind: 'update', path: 'room/a', fields: [{ field: ['a', 'b'], value: null }] },
    { kind: 'delete', path: 'room/a' },
    { kind: 'verify', path: 'room/a', version: null },
  ])('accepts %j', (message) => {
    expect(write.parse(message)).toEqual(message);
  });

  it.each<[object, string]>([
    [{ kind: 'replace', path: 'room/a', data: {} }, 'kind'],
    [{ path: 'room/a', data: {} }, 'kind'],
    [{ kind: 'create', data: {} }, 'path'],
    [{ kind: 'create', path: 'room/a' }, 'data'],
    [{ kind: 'create', path: 'room/a', data: [] }, 'data'],
    [{ kind: 'create', path: 'room/a', data: {}, precondition: { exists: false } }, ''],
    [
      { kind: 'set', path: 'room/a', data: {}, precondition: { exists: 'no' } },
      'precondition.exists',
    ],
    [
      { kind: 'set', path: 'room/a', data: {}, precondition: { version: 7 } },
      'precondition.version',
    ],
    [{ kind: 'update', path: 'room/a', fields: [] }, 'fields'],
    [{ kind: 'update', path: 'room/a', fields: [{ field: [], value: 1 }] }, 'fields.0.field'],
    [{ kind: 'delete', path: 'room/a', data: {} }, ''],
    [{ kind: 'verify', path: 'room/a' }, 'version'],
  ])('rejects %j', (message, place) => {
    expect(refusedAt(write, message)).toEqual([place]);
  });

  it('a commit has 1 to 500 writes, and a read 1 to 100 paths', () => {
    const one = { kind: 'delete', path: 'room/a' };
    expect(
      [0, 1, 500, 501].map((count) => refusedAt(commitCall, { writes: many(count, one) })),
    ).toEqual([['writes'], [], [], ['writes']]);
    expect(
      [0, 1, 100, 101].map((count) => refusedAt(readCall, { paths: many(count, 'room/a') })),
    ).toEqual([['paths'], [], [], ['paths']]);
  });
});
