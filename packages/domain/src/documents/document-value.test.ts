import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  FieldTransform,
  increment,
  isDocumentMap,
  isPlainObject,
  serverTimestamp,
} from './document-value.ts';
import { anyMap, anyValue } from './testing/any-value.ts';
import { equalValues, valueKind, valueKey } from './value-order.ts';

class Instance {
  readonly a = 1;
}

describe('isPlainObject', () => {
  it.each<[string, unknown, boolean]>([
    ['a literal', {}, true],
    ['an object parsed from JSON', JSON.parse('{"a":[1]}'), true],
    ['an object without a prototype', Object.create(null), true],
    ['null', null, false],
    ['a list', [], false],
    ['a Date', new Date(0), false],
    ['a Uint8Array', new Uint8Array(2), false],
    ['an instance of a class', new Instance(), false],
    ['a Map', new Map(), false],
    ['an object with another prototype', Object.create({ a: 1 }), false],
    ['a function', () => 1, false],
    ['a string', 'a', false],
    ['undefined', undefined, false],
  ])('classifies %s', (_what, value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });

  it('a transform is not a map', () => {
    for (const transform of [
      serverTimestamp(),
      deleteField(),
      arrayUnion(1),
      arrayRemove(1),
      increment(1),
    ]) {
      expect(transform).toBeInstanceOf(FieldTransform);
      expect(isDocumentMap(transform)).toBe(false);
    }
  });

  it('isDocumentMap agrees with valueKind', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(isDocumentMap(value)).toBe(valueKind(value) === 'map');
      }),
      { seed: 1, numRuns: 80 },
    );
  });
});

describe('transforms', () => {
  it('each transform carries its operation and values', () => {
    expect(
      [
        arrayUnion(1, [2], null),
        arrayRemove(),
        increment(-0.5),
        deleteField(),
        serverTimestamp(),
      ].map(({ operation }) => operation),
    ).toEqual([
      { kind: 'arrayUnion', values: [1, [2], null] },
      { kind: 'arrayRemove', values: [] },
      { kind: 'increment', by: -0.5 },
      { kind: 'deleteField' },
      { kind: 'serverTimestamp' },
    ]);
  });
});

describe('valueKey', () => {
  it('two values share a key exactly when they are equal', () => {
    const close = fc.constantFrom(
      '',
      '1',
      'null',
      'true',
      'n1',
      'NaN',
      '[1]',
      '{}',
      '"1"',
      null,
      true,
      1,
      -0,
      0,
      Number.NaN,
      Infinity,
      new Date(1),
      new Date(-1),
      new Uint8Array([1]),
      [1],
      ['1'],
      ['1,2'],
      ['1', '2'],
      [[]],
      [],
      {},
      { a: 1 },
      { 'a:1': 1 },
    );
    fc.assert(
      fc.property(fc.oneof(close, anyValue), fc.oneof(close, anyValue), (one, other) => {
        expect(valueKey(one) === valueKey(other)).toBe(equalValues(one, other));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('ignores the order of fields and the sign of zero', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(valueKey(Object.fromEntries(Object.entries(map).toReversed()))).toBe(valueKey(map));
      }),
      { seed: 3, numRuns: 80 },
    );
    expect(valueKey([-0])).toBe(valueKey([0]));
  });
});
