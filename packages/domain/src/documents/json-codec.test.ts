import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMap, anyValue } from './testing/any-value.ts';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  FieldTransform,
  increment,
  serverTimestamp,
} from './document-value.ts';
import {
  decodeFields,
  decodeValue,
  decodeWriteFields,
  decodeWriteValue,
  encodeFields,
  encodeValue,
  encodeWriteValue,
  readIsoDate,
} from './json-codec.ts';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('encoding of values', () => {
  it('values survive encoding and JSON', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(decodeValue(throughJson(encodeValue(value)))).toEqual(value);
        expect(decodeWriteValue(throughJson(encodeWriteValue(value)))).toEqual(value);
      }),
    );
  });

  it('maps survive with any keys', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(decodeFields(encodeFields(map, false))).toEqual(map);
        expect(decodeWriteFields(encodeFields(map, true))).toEqual(map);
      }),
    );
  });

  it('plain JSON is encoded as itself', () => {
    const plain = { name: '101', tags: ['a', 1, true, null], inner: { x: 1.5 } };
    expect(encodeValue(plain)).toEqual(plain);
  });

  it.each([
    [new Date(Date.UTC(2026, 10, 21)), { $date: '2026-11-21T00:00:00.000Z' }],
    [Number.NaN, { $number: 'NaN' }],
    [-Infinity, { $number: '-Infinity' }],
    [-0, { $number: '-0' }],
    [new Uint8Array([1, 2, 255]), { $bytes: 'AQL/' }],
    [{ $date: 'mine' }, { $map: { $date: 'mine' } }],
    [{ $map: { a: 1 } }, { $map: { $map: { a: 1 } } }],
  ])('%s is encoded with a tag', (value, wire) => {
    expect(encodeValue(value)).toEqual(wire);
    expect(decodeValue(wire)).toEqual(value);
  });

  it.each([
    serverTimestamp(),
    deleteField(),
    arrayUnion(1, 'a', new Date(0)),
    arrayRemove(),
    increment(-2.5),
  ])('transforms of a write survive', (transform) => {
    expect(decodeWriteValue(throughJson(encodeWriteValue({ a: { b: transform } })))).toEqual({
      a: { b: transform },
    });
    expect(decodeWriteValue(encodeWriteValue(transform))).toBeInstanceOf(FieldTransform);
  });

  it('a transform is rejected in an array, in another transform and in a value to compare', () => {
    expect(() => encodeWriteValue([1, serverTimestamp()], 'a')).toThrow('transform-misplaced (a)');
    expect(() => encodeWriteValue({ x: [{ b: deleteField() }] })).toThrow(
      'transform-misplaced (x.b)',
    );
    expect(() => encodeValue(arrayUnion(1))).toThrow('transform-misplaced');
    // The type forbids it, but an untyped caller could do it.
    expect(() =>
      encodeWriteValue(
        new FieldTransform({ kind: 'arrayUnion', values: [Object(serverTimestamp())] }),
      ),
    ).toThrow('transform-misplaced');
  });

  it.each([
    [[{ $serverTimestamp: true }]],
    [{ a: [{ b: { $deleteField: true } }] }],
    [{ $arrayUnion: [{ $serverTimestamp: true }] }],
  ])('decoding rejects the misplaced transform %j', (wire) => {
    expect(() => decodeWriteValue(wire)).toThrow('transform-misplaced');
  });

  it.each([
    { $date: 'yesterday' },
    { $date: 5 },
    { $number: '1' },
    { $bytes: '%%%%' },
    { $map: 1 },
    { $unknown: 'x' },
    { $arrayUnion: 1 },
    { $increment: 'x' },
    'a\u0000',
    '\ud800',
  ])('decoding rejects %j', (wire) => {
    expect(() => decodeWriteValue(wire, 'f')).toThrow('value-invalid (f)');
  });

  it('values that no document can contain are rejected', () => {
    for (const value of [
      undefined,
      () => 1,
      Symbol('x'),
      1n,
      new Map(),
      new Date(Number.NaN),
      [undefined],
    ]) {
      expect(() => encodeValue(value)).toThrow('value-invalid');
    }
    expect(() => encodeValue(JSON.parse('{"__proto__": 1}'))).toThrow('field-name-invalid');
    expect(() => decodeValue(JSON.parse('{"a": {"__proto__": {"x": 1}}}'))).toThrow(
      'field-name-invalid (a.__proto__)',
    );
    expect(() => encodeValue({ '': 1 })).toThrow('field-name-invalid');
  });

  it('members that are undefined are omitted', () => {
    expect(encodeFields({ a: undefined, b: { c: undefined } }, true)).toEqual({ b: {} });
  });

  it('deep nesting is rejected without a stack overflow', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(() => decodeValue(deep)).toThrow('value-too-deep');
    expect(() => encodeValue(deep)).toThrow('value-too-deep');
    const maps: unknown = JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000));
    expect(() => decodeWriteValue(maps)).toThrow('value-too-deep');
  });

  it('readIsoDate requires a time zone', () => {
    expect(readIsoDate('2026-11-21T09:00:00+09:00')).toEqual(new Date(Date.UTC(2026, 10, 21)));
    for (const text of [
      '2026-11-21',
      '2026-11-21T09:00',
      'Sat Nov 21 2026',
      '2026-13-01T00:00:00Z',
      '',
    ])
      expect(readIsoDate(text), text).toBeNull();
  });
});
