import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Write } from '../contract/document-messages.ts';
import { anyMap } from './testing/any-value.ts';
import { applyWrite, type CurrentDocument } from './apply-write.ts';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  increment,
  serverTimestamp,
  type DocumentMap,
} from './document-value.ts';
import { encodeFields, encodeWriteValue } from './json-codec.ts';

const now = new Date(Date.UTC(2026, 10, 21));
const path = 'room/a';
const stored = (data: DocumentMap): CurrentDocument => ({ data, version: '7' });
const apply = (current: CurrentDocument, write: Write) => applyWrite(current, write, now);
const set = (
  data: Record<string, unknown>,
  how: { merge?: boolean; mergeFields?: string[][] } = {},
): Write => ({ kind: 'set', path, data: encodeFields(data, true), ...how });
const update = (...fields: [string[], unknown][]): Write => ({
  kind: 'update',
  path,
  fields: fields.map(([field, value]) => ({ field, value: encodeWriteValue(value) })),
});
const data = (current: CurrentDocument, write: Write): unknown => {
  const result = apply(current, write);
  if (result.kind === 'stored') return result.data;
  return result.kind === 'refused' ? result.problem.code : result.kind;
};

describe('set and create', () => {
  it('both replace the whole document', () => {
    expect(data(stored({ a: 1, b: 2 }), set({ c: 3 }))).toEqual({ c: 3 });
    expect(data(null, { kind: 'create', path, data: { c: 3 } })).toEqual({ c: 3 });
    fc.assert(
      fc.property(anyMap, anyMap, (before, after) => {
        const kept = Object.fromEntries(
          Object.entries(after).filter(([name]) => name !== 'updatedAt'),
        );
        expect(data(stored(before), set(after))).toEqual(kept);
      }),
    );
  });

  it('keys are literal', () => {
    expect(data(null, set({ 'a.b': { '.': 1 }, '~': 2 }))).toEqual({ 'a.b': { '.': 1 }, '~': 2 });
  });

  it('transforms apply to the new value, not to the stored one', () => {
    const write = set({
      a: 1,
      at: serverTimestamp(),
      c: arrayUnion(1, 2, 1),
      d: { e: arrayRemove(1) },
      n: increment(2),
    });
    expect(data(stored({ c: [9], d: { e: [1, 5] }, n: 5 }), write)).toEqual({
      a: 1,
      at: now,
      c: [1, 2],
      d: { e: [] },
      n: 2,
    });
  });

  it('`deleteField` is rejected, and `create` rejects an existing document', () => {
    expect(data(null, set({ a: deleteField() }))).toBe('delete-misplaced');
    expect(data(stored({}), { kind: 'create', path, data: {} })).toBe('document-exists');
  });

  it('base fields are never stored', () => {
    expect(
      data(
        null,
        set({ documentReferenceId: 'x', documentPath: 'y', createdAt: 1, updatedAt: 2, a: 1 }),
      ),
    ).toEqual({ a: 1 });
  });
});

describe('a new document', () => {
  it.each([
    'a\u200b',
    '\u202eb',
    'a\u00ad',
    'a\ufeff',
    '\u2060',
    'a\u3164',
    'a\u{e0041}',
    'a\u2028',
  ])('cannot have an id with a hidden character, but an existing one can be changed: %j', (id) => {
    const hidden = `room/${id}`;
    for (const kind of ['create', 'set'] as const)
      expect(data(null, { kind, path: hidden, data: {} })).toBe('path-invalid');
    expect(data(stored({ a: 1 }), { kind: 'set', path: hidden, data: { b: 2 } })).toEqual({ b: 2 });
    expect(data(stored({}), { kind: 'delete', path: hidden })).toBe('deleted');
  });

  it.each(['部屋-101', 'がぎ', 'Zimmer 7', '①'])('a new document can have the id %s', (id) => {
    expect(data(null, { kind: 'create', path: `room/${id}`, data: {} })).toEqual({});
  });
});

describe('set with merge', () => {
  it('merges leaf by leaf and keeps other fields', () => {
    expect(
      data(stored({ h: { f: 1, x: 9 }, k: 1 }), set({ h: { f: 4, g: 3 } }, { merge: true })),
    ).toEqual({ h: { f: 4, g: 3, x: 9 }, k: 1 });
  });

  it('treats an empty map and an array as leaves', () => {
    expect(
      data(stored({ m: { a: 1 }, l: [1, 2] }), set({ m: {}, l: [3] }, { merge: true })),
    ).toEqual({ m: {}, l: [3] });
  });

  it('creates a missing document and deletes fields', () => {
    expect(data(null, set({ a: 1 }, { merge: true }))).toEqual({ a: 1 });
    expect(
      data(stored({ a: 1, b: { c: 1, d: 2 } }), set({ b: { c: deleteField() } }, { merge: true })),
    ).toEqual({ a: 1, b: { d: 2 } });
  });

  it('applies transforms to the stored values', () => {
    const write = set(
      { c: arrayUnion(2, 3), n: increment(1), s: { at: serverTimestamp() } },
      { merge: true },
    );
    expect(data(stored({ c: [1, 2], n: 4, s: { x: 1 } }), write)).toEqual({
      c: [1, 2, 3],
      n: 5,
      s: { x: 1, at: now },
    });
  });

  it('`mergeFields` ignores other fields, including their transforms', () => {
    expect(
      data(stored({ z: 1 }), set({ a: 1, b: serverTimestamp() }, { mergeFields: [['a']] })),
    ).toEqual({ a: 1, z: 1 });
    expect(
      data(
        stored({ b: { c: 1, d: 2 } }),
        set({ a: 1, b: { c: deleteField() } }, { mergeFields: [['b', 'c']] }),
      ),
    ).toEqual({ b: { d: 2 } });
  });

  it('`mergeFields` replaces a named map', () => {
    expect(
      data(
        stored({ h: { old: 1 }, e: 1 }),
        set({ h: { g: serverTimestamp() }, e: 7 }, { mergeFields: [['h']] }),
      ),
    ).toEqual({ h: { g: now }, e: 1 });
  });

  it.each([
    ['overlapping field paths', { a: { b: 1 } }, [['a'], ['a', 'b']], 'field-paths-conflict'],
    ['a field without data', { a: 1 }, [['b']], 'merge-field-missing'],
    [
      '`deleteField` outside the named fields',
      { a: 1, b: deleteField() },
      [['a']],
      'delete-misplaced',
    ],
    [
      '`deleteField` deep inside a named field',
      { a: { b: deleteField() } },
      [['a']],
      'delete-misplaced',
    ],
  ])('rejects %s', (_, fields, mergeFields, code) => {
    expect(data(stored({}), set(fields, { mergeFields }))).toBe(code);
  });

  it('rejects `merge` with `mergeFields`', () => {
    expect(data(null, set({ a: 1 }, { merge: true, mergeFields: [['a']] }))).toBe(
      'merge-contradictory',
    );
  });
});

describe('update', () => {
  it('changes the fields given and names them', () => {
    expect(
      apply(stored({ a: { b: 1, c: 2 }, d: 3 }), update([['a', 'b'], 5], [['e'], 'x'])),
    ).toEqual({
      kind: 'stored',
      data: { a: { b: 5, c: 2 }, d: 3, e: 'x' },
      changed: [['a', 'b'], ['e']],
    });
  });

  it('replaces a value that is not a map on its path, and deletes only the named fields', () => {
    expect(data(stored({ a: 1 }), update([['a', 'b', 'c'], 1]))).toEqual({ a: { b: { c: 1 } } });
    expect(
      data(
        stored({ foo: { bar: 0, delete: 1 } }),
        update([['foo', 'bar'], 1], [['foo', 'delete'], deleteField()]),
      ),
    ).toEqual({ foo: { bar: 1 } });
    expect(
      data(stored({ a: 1 }), update([['a', 'b'], deleteField()], [['x', 'y'], deleteField()])),
    ).toEqual({ a: 1 });
  });

  it('applies transforms inside a new value', () => {
    expect(data(stored({ a: { l: [1] } }), update([['a'], { l: arrayUnion(2), k: 1 }]))).toEqual({
      a: { k: 1, l: [2] },
    });
    expect(
      data(
        stored({ l: [1, Number.NaN, { x: 1 }] }),
        update([['l'], arrayRemove(Number.NaN, { x: 1 })]),
      ),
    ).toEqual({ l: [1] });
  });

  it('ignores base fields', () => {
    expect(data(stored({ a: 1 }), update([['updatedAt'], now], [['a'], 2]))).toEqual({ a: 2 });
  });

  it.each([
    ['overlapping field paths', update([['a'], 1], [['a', 'b'], 2]), 'field-paths-conflict'],
    ['a repeated field', update([['a'], 1], [['a'], 2]), 'field-paths-conflict'],
    ['`deleteField` inside a value', update([['a'], { b: deleteField() }]), 'delete-misplaced'],
    ['a reserved name', update([['__proto__', 'x'], 1]), 'field-path-invalid'],
  ])('rejects %s', (_, write, code) => {
    expect(data(stored({}), write)).toBe(code);
  });

  it('rejects a missing document', () => {
    expect(data(null, update([['a'], 1]))).toBe('document-not-found');
  });

  it('does not mutate its input', () => {
    const before = Object.freeze({ a: Object.freeze({ b: 1 }), l: Object.freeze([1]) });
    data(stored(before), update([['a', 'b'], 2], [['l'], arrayUnion(2)]));
    expect(before).toEqual({ a: { b: 1 }, l: [1] });
  });
});

describe('preconditions, delete and verify', () => {
  it('a delete removes an existing document and ignores a missing one', () => {
    expect(data(stored({}), { kind: 'delete', path })).toBe('deleted');
    expect(data(null, { kind: 'delete', path })).toBe('unchanged');
  });

  it.each<[string, CurrentDocument, Write, string]>([
    [
      'delete of a missing document that must exist',
      null,
      { kind: 'delete', path, precondition: { exists: true } },
      'document-not-found',
    ],
    [
      'delete of another version',
      stored({}),
      { kind: 'delete', path, precondition: { version: '6' } },
      'document-conflict',
    ],
    [
      'set of an existing document that must not exist',
      stored({}),
      { kind: 'set', path, data: {}, precondition: { exists: false } },
      'document-exists',
    ],
    [
      'set of a version of a deleted document',
      null,
      { kind: 'set', path, data: {}, precondition: { version: '6' } },
      'document-not-found',
    ],
    [
      'update of a document that must not exist',
      stored({}),
      { ...update([['a'], 1]), precondition: { exists: false } } as Write,
      'precondition-invalid',
    ],
    [
      'verify of another version',
      stored({}),
      { kind: 'verify', path, version: '6' },
      'document-conflict',
    ],
    [
      'verify of the absence of an existing document',
      stored({}),
      { kind: 'verify', path, version: null },
      'document-conflict',
    ],
    [
      'verify of a deleted document',
      null,
      { kind: 'verify', path, version: '7' },
      'document-conflict',
    ],
  ])('rejects %s', (_, current, write, code) => {
    expect(data(current, write)).toBe(code);
  });

  it('matching preconditions pass', () => {
    expect(data(stored({}), { kind: 'verify', path, version: '7' })).toBe('unchanged');
    expect(data(null, { kind: 'verify', path, version: null })).toBe('unchanged');
    expect(
      data(stored({}), { kind: 'delete', path, precondition: { exists: true, version: '7' } }),
    ).toBe('deleted');
  });
});
