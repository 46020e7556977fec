import { describe, expect, it } from 'vitest';
import { getByteOffset, decodeText, decodeTextFile } from './byte-text.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', [0xe5, 0x91, 0xbc], '呼'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['UTF-16 little-endian', [0xff, 0xfe, 0x7c, 0x54], '呼'],
    ['UTF-16 big-endian', [0xfe, 0xff, 0x54, 0x7c], '呼'],
    ['CP932', [0x8c, 0xc4], '呼'],
    ['nothing', [], ''],
  ])('reads %s', (_, bytes, expected) => {
    expect(decodeText(Uint8Array.from(bytes), 'shift_jis')).toBe(expected);
  });

  it('uses windows-1252 as the fallback', () => {
    expect(decodeText(Uint8Array.of(0xb5, 0x56), 'windows-1252')).toBe('µV');
  });
});

describe('decodeTextFile', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it.each([
    ['UTF-8', bytes('呼吸,1'), { text: '呼吸,1', encoding: 'utf-8', markBytes: 0 }],
    [
      'UTF-8 with a byte order mark',
      bytes('\uFEFFa'),
      { text: 'a', encoding: 'utf-8', markBytes: 3 },
    ],
    ['CP932', Uint8Array.of(0x8c, 0xc4, 0x2c), { text: '呼,', encoding: 'shift_jis' }],
    [
      'UTF-16 with its mark',
      Uint8Array.of(0xff, 0xfe, 0x61, 0),
      { text: 'a', encoding: 'utf-16le', markBytes: 2 },
    ],
    [
      'UTF-16 without, high byte first',
      Uint8Array.from([...bytes('a,b,c,d')].flatMap((byte) => [0, byte])),
      { text: 'a,b,c,d', encoding: 'utf-16be', markBytes: 0 },
    ],
    ['nothing', new Uint8Array(0), { text: '', encoding: 'utf-8' }],
  ])('reads %s and reports the encoding', (_, input, expected) => {
    expect(decodeTextFile(input)).toMatchObject({
      ...expected,
      byteLength: input.length,
      problems: [],
    });
  });

  it('keeps UTF-8 with a damaged character as UTF-8, and reports the byte', () => {
    const whole = bytes('呼吸と心拍,1\n');
    const damaged = Uint8Array.of(...whole.subarray(0, 4), 0xff, ...whole.subarray(5));
    expect(decodeTextFile(damaged)).toMatchObject({
      encoding: 'utf-8',
      problems: [{ code: 'badEncoding', byteOffset: 3 }],
    });
    expect(decodeTextFile(whole.subarray(0, 14))).toMatchObject({
      encoding: 'utf-8',
      problems: [{ code: 'badEncoding', byteOffset: 12 }],
    });
  });

  it('reads bytes of no encoding as windows-1252, and reports the first one', () => {
    expect(decodeTextFile(Uint8Array.of(0x61, 0x81, 0x20, 0xff))).toMatchObject({
      encoding: 'windows-1252',
      problems: [{ code: 'badEncoding', byteOffset: 1 }],
    });
    expect(decodeTextFile(Uint8Array.of(0x61, 0xe4), 'windows-1252')).toMatchObject({
      text: 'aä',
      encoding: 'windows-1252',
      problems: [],
    });
  });

  it('gives the byte offset of a character in any encoding', () => {
    const place = (input: Uint8Array, character: string): number => {
      const decoded = decodeTextFile(input);
      return getByteOffset(decoded, decoded.text.indexOf(character));
    };
    expect(place(bytes('\uFEFF呼吸x'), 'x')).toBe(9);
    expect(place(Uint8Array.of(0x8c, 0xc4, 0xb1, 0x78), 'x')).toBe(3);
    expect(place(Uint8Array.of(0xff, 0xfe, 0x7c, 0x54, 0x78, 0), 'x')).toBe(4);
    expect(place(Uint8Array.of(0x81, 0xff, 0x78), 'x')).toBe(2);
  });
});
