import { describe, expect, it } from 'vitest';
import { decodeText } from './byte-text.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', [0xe5, 0x91, 0xbc], '呼'],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['UTF-16, low byte first', [0xff, 0xfe, 0x7c, 0x54], '呼'],
    ['UTF-16, high byte first', [0xfe, 0xff, 0x54, 0x7c], '呼'],
    ['CP932', [0x8c, 0xc4], '呼'],
    ['nothing', [], ''],
  ])('reads %s', (_, bytes, expected) => {
    expect(decodeText(Uint8Array.from(bytes), 'shift_jis')).toBe(expected);
  });

  it('reads western text where that is the fallback', () => {
    expect(decodeText(Uint8Array.of(0xb5, 0x56), 'windows-1252')).toBe('µV');
  });
});
