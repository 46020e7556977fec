import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

// Test values of RFC 3720, appendix B.4.
describe('crc32c', () => {
  it.each([
    ['32 zero bytes', new Uint8Array(32), 0x8a9136aa],
    ['32 bytes of 0xff', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['32 ascending bytes', Uint8Array.from({ length: 32 }, (_, index) => index), 0x46dd794e],
    ['32 descending bytes', Uint8Array.from({ length: 32 }, (_, index) => 31 - index), 0x113fdb5c],
    ['the digits 1 to 9', new TextEncoder().encode('123456789'), 0xe3069283],
    ['no bytes', new Uint8Array(0), 0],
  ])('%s have the expected CRC', (_, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('a range can start at any offset', () => {
    const bytes = new Uint8Array(60).fill(7);
    bytes.set(new Uint8Array(32), 13);
    expect(crc32c(bytes, 13, 45)).toBe(0x8a9136aa);
  });
});
