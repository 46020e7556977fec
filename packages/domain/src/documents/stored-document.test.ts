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

describe('a stored document', () => {
  it('comes back from the wire as it went, whatever it holds', () => {
    fc.assert(
      fc.property(anyMap, (data) => {
        const wire: ReturnType<typeof encodeDocument> = JSON.parse(
          JSON.stringify(encodeDocument(stored(data))),
        );
        expect(decodeDocument(wire)).toEqual(stored(data));
      }),
    );
  });

  it('answers for base fields from where it lies and when it was written, over fields of the same name', () => {
    const document = stored({ a: { b: 1 }, documentPath: 'forged' });
    expect(fieldValue(document, ['documentPath'])).toBe('room/a/sleep/b');
    expect(fieldValue(document, ['documentReferenceId'])).toBe('b');
    expect(fieldValue(document, ['createdAt'])).toEqual(new Date(1));
    expect(fieldValue(document, ['updatedAt'])).toEqual(new Date(2));
    expect(fieldValue(document, ['a', 'b'])).toBe(1);
    expect(fieldValue(document, ['a', 'updatedAt'])).toBeUndefined();
  });

  it.each(['createdAt', 'updatedAt'] as const)('is damaged when %s is no instant', (field) => {
    expect(() => decodeDocument({ ...encodeDocument(stored({})), [field]: '2026-11-21' })).toThrow(
      `value-invalid (${field})`,
    );
  });

  it('is damaged when a value is none, and says where', () => {
    expect(() =>
      decodeDocument({ ...encodeDocument(stored({})), data: { a: { b: { $date: 'x' } } } }),
    ).toThrow('value-invalid (a.b)');
    expect(() =>
      decodeDocument({ ...encodeDocument(stored({})), data: { a: { $deleteField: true } } }),
    ).toThrow('transform-misplaced (a)');
  });

  it('loses its base fields before it is written back', () => {
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
