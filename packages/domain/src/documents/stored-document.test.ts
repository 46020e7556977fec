import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeDocument,
  encodeDocument,
  fieldValue,
  isServerField,
  withoutServerFields,
  type StoredDocument,
} from './stored-document.ts';
import { anyMap } from './testing/any-value.ts';

const stored = (data: StoredDocument['data']): StoredDocument => ({
  path: 'room/a/sleep/b',
  data,
  createdAt: new Date(1),
  updatedAt: new Date(2),
  version: 'v',
});

describe('stored documents', () => {
  it('a document survives encoding and decoding', () => {
    fc.assert(
      fc.property(anyMap, (data) => {
        const wire: ReturnType<typeof encodeDocument> = JSON.parse(
          JSON.stringify(encodeDocument(stored(data))),
        );
        expect(decodeDocument(wire)).toEqual(stored(data));
      }),
    );
  });

  it('fieldValue takes base fields from the location and times, not from the data', () => {
    const document = stored({ a: { b: 1 }, documentPath: 'forged' });
    expect(fieldValue(document, ['documentPath'])).toBe('room/a/sleep/b');
    expect(fieldValue(document, ['documentReferenceId'])).toBe('b');
    expect(fieldValue(document, ['createdAt'])).toEqual(new Date(1));
    expect(fieldValue(document, ['updatedAt'])).toEqual(new Date(2));
    expect(fieldValue(document, ['a', 'b'])).toBe(1);
    expect(fieldValue(document, ['a', 'updatedAt'])).toBeUndefined();
  });

  it.each(['createdAt', 'updatedAt'] as const)('decodeDocument rejects an invalid %s', (field) => {
    expect(() => decodeDocument({ ...encodeDocument(stored({})), [field]: '2026-11-21' })).toThrow(
      `value-invalid (${field})`,
    );
  });

  it('decodeDocument rejects an invalid value and names its path', () => {
    expect(() =>
      decodeDocument({ ...encodeDocument(stored({})), data: { a: { b: { $date: 'x' } } } }),
    ).toThrow('value-invalid (a.b)');
    expect(() =>
      decodeDocument({ ...encodeDocument(stored({})), data: { a: { $deleteField: true } } }),
    ).toThrow('transform-misplaced (a)');
  });

  it('withoutServerFields removes the base fields', () => {
    expect(
      withoutServerFields({
        documentReferenceId: 'b',
        documentPath: 'p',
        createdAt: 1,
        updatedAt: 2,
        name: 'x',
      }),
    ).toEqual({ name: 'x' });
    expect(['documentPath', 'name', undefined].map((name) => isServerField(name))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
