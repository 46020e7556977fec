import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteAt, setAt } from './nested-fields.ts';
import { valueAt } from './stored-document.ts';
import { anyFieldName, anyMap, anyValue } from './testing/any-value.ts';

const anyPath = fc.array(anyFieldName, { minLength: 1, maxLength: 4 });

describe('setAt and deleteAt', () => {
  it('valueAt reads a value that setAt wrote, and undefined after deleteAt', () => {
    fc.assert(
      fc.property(anyMap, anyPath, anyValue, (map, path, value) => {
        expect(valueAt(setAt(map, path, value), path)).toEqual(value);
        expect(valueAt(deleteAt(setAt(map, path, value), path), path)).toBeUndefined();
      }),
    );
  });

  it('setAt and deleteAt do not change their input', () => {
    fc.assert(
      fc.property(anyMap, anyPath, anyValue, (map, path, value) => {
        const before = structuredClone(map);
        setAt(map, path, value);
        deleteAt(map, path);
        expect(map).toEqual(before);
      }),
    );
  });

  it('setAt and deleteAt keep all other fields', () => {
    const data = { a: { b: { c: 1, d: 2 }, e: 3 }, f: [4] };
    expect(setAt(data, ['a', 'b', 'c'], 9)).toEqual({ a: { b: { c: 9, d: 2 }, e: 3 }, f: [4] });
    expect(deleteAt(data, ['a', 'b'])).toEqual({ a: { e: 3 }, f: [4] });
  });

  it('setting replaces a value that is not a map on the path; deleting leaves it', () => {
    expect(setAt({ a: [1] }, ['a', 'b'], 2)).toEqual({ a: { b: 2 } });
    expect(deleteAt({ a: [1] }, ['a', '0'])).toEqual({ a: [1] });
    expect(deleteAt({ a: {} }, ['x', 'y'])).toEqual({ a: {} });
  });

  it('valueAt and setAt ignore inherited properties', () => {
    expect(valueAt({}, ['toString'])).toBeUndefined();
    expect(valueAt({ a: 'text' }, ['a', 'length'])).toBeUndefined();
    expect(setAt({}, ['constructor', 'x'], 1)).toEqual({ constructor: { x: 1 } });
  });
});
