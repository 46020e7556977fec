import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesFromBase64, bytesToBase64 } from './base64-text.ts';

describe('base64 text', () => {
  it('encodes as RFC 4648 and decodes its own output', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(bytesFromBase64(bytesToBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it('encodes more bytes than a function can have arguments', () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });

  it.each(['A', 'AB=', 'A===', '====', 'AB C', 'äöüß', 'AQ-_'])('rejects %j', (text) => {
    expect(bytesFromBase64(text)).toBeNull();
  });
});
