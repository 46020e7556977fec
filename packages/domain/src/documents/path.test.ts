import { describe, expect, it } from 'vitest';
import {
  joinDocumentPath,
  isDocumentId,
  newDocumentId,
  parseCollectionPath,
  parseDocumentPath,
  parsePath,
} from './path.ts';

describe('paths of documents', () => {
  it('parsePath parses a document at the root', () => {
    expect(parsePath('room/abc')).toEqual({
      kind: 'document',
      path: 'room/abc',
      id: 'abc',
      collection: { path: 'room', name: 'room', parent: null },
    });
  });

  it('parseDocumentPath parses a document of a sub-collection with its parent', () => {
    expect(parseDocumentPath('room/abc/sleep/2026-11-21')).toEqual({
      path: 'room/abc/sleep/2026-11-21',
      id: '2026-11-21',
      collection: { path: 'room/abc/sleep', name: 'sleep', parent: 'room/abc' },
    });
  });

  it('parseCollectionPath parses a collection and a sub-collection', () => {
    expect(parseCollectionPath('room')).toEqual({ path: 'room', name: 'room', parent: null });
    expect(parseCollectionPath('room/あ/sleep')).toEqual({
      path: 'room/あ/sleep',
      name: 'sleep',
      parent: 'room/あ',
    });
  });

  it.each([
    '',
    '/',
    'room/',
    '/room',
    'room//x',
    'room/..',
    'room/.',
    'room/__x__',
    'room/a\u0000',
    'ro om',
    '1room/a',
    `room/${'x'.repeat(129)}`,
    'a/b/c/d/e/f/g/h/i',
    `room/${'x'.repeat(400)}`,
  ])('rejects %j', (text) => {
    expect(() => parsePath(text)).toThrow('path-invalid');
  });

  it('rejects a collection instead of a document, and the reverse', () => {
    expect(() => parseDocumentPath('room')).toThrow('path-invalid');
    expect(() => parseCollectionPath('room/abc')).toThrow('path-invalid');
  });

  it('joinDocumentPath joins a collection and an id, and rejects an id that changes the collection', () => {
    expect(joinDocumentPath('room/a/sleep', 'b')).toBe('room/a/sleep/b');
    expect(() => joinDocumentPath('room', 'a/sleep/b')).not.toThrow();
    expect(() => joinDocumentPath('room', 'a/b')).toThrow('path-invalid');
    expect(() => joinDocumentPath('room', '')).toThrow('path-invalid');
  });

  it('an id has up to 128 characters of any script', () => {
    expect(isDocumentId('x'.repeat(128))).toBe(true);
    expect(isDocumentId('部屋-101')).toBe(true);
    expect(isDocumentId('\ud800')).toBe(false);
  });

  it('newDocumentId makes 20 letters and digits from the given randomness', () => {
    const counting = (count: number) =>
      Uint8Array.from({ length: count }, (_, index) => 240 + index);
    const id = newDocumentId(counting);
    expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(newDocumentId(counting)).toBe(id);
    expect(isDocumentId(id)).toBe(true);
  });
});
