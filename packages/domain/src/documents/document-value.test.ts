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
import { valueKey } from './value-key.ts';
import { equalValues, valueKind } from './value-order.ts';

class Instance {
  readonly a = 1;
}

describe('a map', () => {
  it.each<[string, unknown, boolean]>([
    ['a literal', {}, true],
    ['what JSON makes', JSON.parse('{"a":[1]}'), true],
    ['an object without a prototype', Object.create(null), true],
    ['null', null, false],
    ['a list', [], false],
    ['a time', new Date(0), false],
    ['bytes', new Uint8Array(2), false],
    ['an instance', new Instance(), false],
    ['a map of the language', new Map(), false],
    ['what stands on another object', Object.create({ a: 1 }), false],
    ['a function', () => 1, false],
    ['a text', 'a', false],
    ['nothing', undefined, false],
  ])('%s', (_what, value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });

  it('is no transform, which stands where a value would', () => {
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

  it('is what its kind says, for every value', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(isDocumentMap(value)).toBe(valueKind(value) === 'map');
      }),
      { seed: 1, numRuns: 80 },
    );
  });
});

describe('a transform', () => {
  it('says what is to be done, with all its values', () => {
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

describe('the key of a value', () => {
  it('is shared by two values exactly when they are equal', () => {
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

  it('does not hang on the order in which fields were set, nor on which zero it is', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(valueKey(Object.fromEntries(Object.entries(map).toReversed()))).toBe(valueKey(map));
      }),
      { seed: 3, numRuns: 80 },
    );
    expect(valueKey([-0])).toBe(valueKey([0]));
  });
});
