import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Write } from '../contract/document-messages.ts';
import { applyWrite } from './apply-write.ts';
import { arrayRemove, arrayUnion, serverTimestamp, type DocumentMap } from './document-value.ts';
import { valueAt, withoutServerFields } from './stored-document.ts';
import { anyFieldName, anyMap, anyValue } from './testing/any-value.ts';
import { equalValues } from './value-order.ts';
import { encodeFields, encodeWriteValue } from './json-codec.ts';

const now = new Date(Date.UTC(2026, 10, 21));
const after = (before: DocumentMap | null, write: Write): DocumentMap => {
  const result = applyWrite(before && { data: before, version: '1' }, write, now);
  if (result.kind !== 'stored') throw new Error(`not stored: ${JSON.stringify(result)}`);
  return result.data;
};
const merge = (fields: DocumentMap): Write => ({
  kind: 'set',
  path: 'C/d',
  data: encodeFields(fields, true),
  merge: true,
});
const update = (field: string[], value: unknown): Write => ({
  kind: 'update',
  path: 'C/d',
  fields: [{ field, value: encodeWriteValue(value) }],
});
const aPath = fc.array(
  anyFieldName.filter((name) => !['createdAt', 'updatedAt'].includes(name)),
  { minLength: 1, maxLength: 3 },
);
const aMap = anyMap.map((map) => withoutServerFields(map));
const aList = fc.array(anyValue, { maxLength: 4 });

describe('properties of writes', () => {
  it('merging twice equals merging once', () => {
    fc.assert(
      fc.property(aMap, aMap, (before, fields) => {
        const once = after(before, merge(fields));
        expect(after(once, merge(fields))).toEqual(once);
        expect(after(once, merge({}))).toEqual(once);
      }),
    );
  });

  it('merging into a missing document stores the given fields', () => {
    fc.assert(
      fc.property(aMap, (fields) => {
        expect(after(null, merge(fields))).toEqual(fields);
      }),
    );
  });

  it('an update sets its field and keeps all other top-level fields', () => {
    fc.assert(
      fc.property(aMap, aPath, anyValue, (before, path, value) => {
        const data = after(before, update(path, value));
        expect(valueAt(data, path)).toEqual(value);
        const { [path[0] ?? '']: _, ...others } = before;
        expect(data).toMatchObject(others);
      }),
    );
  });

  it('a union adds missing values once, and a removal removes all of them', () => {
    fc.assert(
      fc.property(aList, aList, (held, values) => {
        const union = after({ l: held }, update(['l'], arrayUnion(...values)))['l'];
        if (!Array.isArray(union)) throw new Error('a union is an array');
        expect(union.slice(0, held.length)).toEqual(held);
        for (const value of values)
          expect(union.some((element) => equalValues(element, value))).toBe(true);
        expect(after({ l: union }, update(['l'], arrayUnion(...values)))['l']).toEqual(union);
        const rest = after({ l: union }, update(['l'], arrayRemove(...values)))['l'];
        if (!Array.isArray(rest)) throw new Error('a removal leaves an array');
        expect(rest.some((element) => values.some((value) => equalValues(element, value)))).toBe(
          false,
        );
      }),
    );
  });

  it('`serverTimestamp` is the same time everywhere in a write', () => {
    fc.assert(
      fc.property(aPath, (path) => {
        expect(valueAt(after({}, update(path, serverTimestamp())), path)).toEqual(now);
      }),
    );
    expect(
      after(null, {
        kind: 'create',
        path: 'C/d',
        data: encodeFields({ a: serverTimestamp(), b: { c: serverTimestamp() } }, true),
      }),
    ).toEqual({ a: now, b: { c: now } });
  });

  it('a map of transforms alone leaves no empty map, unless it also has one', () => {
    const create = (data: Record<string, unknown>): Write => ({
      kind: 'create',
      path: 'C/d',
      data: encodeFields(data, true),
    });
    expect(after(null, create({ a: { l: arrayRemove(1), m: {} } }))).toEqual({
      a: { l: [], m: {} },
    });
    expect(after(null, create({ a: {}, b: { c: {} } }))).toEqual({ a: {}, b: { c: {} } });
  });
});
