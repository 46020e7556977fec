import { describe, expect, it } from 'vitest';
import {
  arrayUnion,
  deleteField,
  FieldTransform,
  increment,
  isDocumentMap,
  isPlainObject,
  serverTimestamp,
  type WriteMap,
} from './document-value.ts';
import { valueAt } from './stored-document.ts';
import {
  planMergeAll,
  planMergeFields,
  planPut,
  planReplace,
  type WriteStep,
} from './write-plan.ts';

const summary = (steps: readonly WriteStep[]): unknown[] =>
  steps.map((step) => [
    step.field.join('.'),
    step.kind === 'put' ? step.value : step.operation.kind,
  ]);

describe('planReplace', () => {
  it('separates plain values from transforms, with their paths', () => {
    const plan = planReplace({ a: 1, b: { c: increment(2), d: 'x' }, e: serverTimestamp() });
    expect(plan.data).toEqual({ a: 1, b: { d: 'x' } });
    expect(summary(plan.steps)).toEqual([
      ['b.c', 'increment'],
      ['e', 'serverTimestamp'],
    ]);
  });

  it('starts from an empty document for transforms alone', () => {
    expect(planReplace({ a: { b: serverTimestamp() } }).data).toEqual({});
  });

  it.each<[WriteMap, string]>([
    [{ a: deleteField() }, 'a'],
    [{ a: { b: { c: deleteField() } } }, 'a.b.c'],
    [{ 'a.b': deleteField() }, '`a.b`'],
  ])('rejects a deletion in %j', (data, place) => {
    expect(() => planReplace(data)).toThrow(`delete-misplaced (${place})`);
  });

  it('ignores arrays, whose elements are plain values', () => {
    expect(planReplace({ a: [{ b: 1 }] })).toEqual({ data: { a: [{ b: 1 }] }, steps: [] });
  });
});

describe('planMergeAll', () => {
  it('puts each leaf, where arrays and empty maps are leaves', () => {
    expect(summary(planMergeAll({ a: { b: 1, c: { d: [1], e: {} } }, f: null }))).toEqual([
      ['a.b', 1],
      ['a.c.d', [1]],
      ['a.c.e', {}],
      ['f', null],
    ]);
  });

  it('an empty map needs no steps', () => {
    expect(planMergeAll({})).toEqual([]);
  });

  it('deletes fields at any depth', () => {
    expect(summary(planMergeAll({ a: { b: deleteField() }, c: arrayUnion(1) }))).toEqual([
      ['a.b', 'deleteField'],
      ['c', 'arrayUnion'],
    ]);
  });
});

describe('planMergeFields', () => {
  const data = { a: { b: 1, c: 2 }, d: serverTimestamp(), e: 5 };

  it('replaces the named fields and ignores the rest', () => {
    expect(summary(planMergeFields(data, [['a', 'b'], ['d']]))).toEqual([
      ['a.b', 1],
      ['d', 'serverTimestamp'],
    ]);
    expect(summary(planMergeFields(data, [['a']]))).toEqual([['a', { b: 1, c: 2 }]]);
    expect(planMergeFields(data, [])).toEqual([]);
  });

  it.each([
    [['x'], 'x'],
    [['a', 'x'], 'a.x'],
    [['e', 'f'], 'e.f'],
    [['toString'], 'toString'],
    [['a', 'constructor'], 'a.constructor'],
  ])('rejects the field %j without data', (field, place) => {
    expect(() => planMergeFields(data, [field])).toThrow(`merge-field-missing (${place})`);
  });

  it('deletes only at a named field, not elsewhere or inside it', () => {
    expect(summary(planMergeFields({ a: deleteField(), b: 1 }, [['a']]))).toEqual([
      ['a', 'deleteField'],
    ]);
    expect(() => planMergeFields({ a: deleteField(), b: 1 }, [['b']])).toThrow(
      'delete-misplaced (a)',
    );
    expect(() => planMergeFields({ a: { c: deleteField() } }, [['a']])).toThrow(
      'delete-misplaced (a.c)',
    );
  });
});

describe('planPut', () => {
  it('puts the plain part, then applies the transforms', () => {
    expect(summary(planPut(['a'], { b: 1, c: increment(1) }))).toEqual([
      ['a', { b: 1 }],
      ['a.c', 'increment'],
    ]);
    expect(summary(planPut(['a'], { c: increment(1) }))).toEqual([
      ['a', {}],
      ['a.c', 'increment'],
    ]);
    expect(summary(planPut(['a'], deleteField()))).toEqual([['a', 'deleteField']]);
    expect(() => planPut(['a'], { b: deleteField() })).toThrow('delete-misplaced (a.b)');
  });
});

describe('isPlainObject', () => {
  it.each<[string, unknown, boolean]>([
    ['a literal', {}, true],
    ['an object without a prototype', Object.create(null), true],
    ['a list', [], false],
    ['a Date', new Date(0), false],
    ['a Uint8Array', new Uint8Array(1), false],
    ['a transform', new FieldTransform({ kind: 'deleteField' }), false],
    ['null', null, false],
    ['a string', 'x', false],
    ['a Map', new Map(), false],
    ['an instance', new (class Room {})(), false],
  ])('classifies %s', (_, value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });

  it('isDocumentMap classifies values of documents', () => {
    expect(isDocumentMap({ a: 1 })).toBe(true);
    expect(isDocumentMap([1])).toBe(false);
    expect(isDocumentMap(undefined)).toBe(false);
  });
});

describe('valueAt', () => {
  const data = { a: { b: [1, { c: 2 }], d: null }, 'x.y': 3 };

  it.each<[string[], unknown]>([
    [
      ['a', 'b'],
      [1, { c: 2 }],
    ],
    [['a', 'd'], null],
    [['x.y'], 3],
    [['x', 'y'], undefined],
    [['a', 'b', '0'], undefined],
    [['a', 'd', 'e'], undefined],
    [['z'], undefined],
    [['toString'], undefined],
    [['a', 'hasOwnProperty'], undefined],
    [['__proto__'], undefined],
    [[], data],
  ])('returns the value at %j', (field, value) => {
    expect(valueAt(data, field)).toEqual(value);
  });
});
