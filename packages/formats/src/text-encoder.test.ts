import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTextFile, type TextEncodingName } from './byte-text.ts';
import { encodeTextAs } from './text-encoder.ts';

const hex = (text: string, encoding: TextEncodingName): string | null => {
  const bytes = encodeTextAs(text, encoding, false);
  return bytes === null
    ? null
    : [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
const decoded = (bytes: Uint8Array, encoding: TextEncodingName): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

describe('encodeTextAs with CP932', () => {
  // Microsoft's table: unicode.org, VENDORS/MICSFT/WINDOWS/CP932.TXT.
  it('uses the codes that Windows writes for NEC and IBM duplicates', () => {
    const places = {
      'A1~\\': '41317e5c',
      ｱ゛ﾟ: 'b1814adf',
      あ: '82a0',
      表: '955c',
      能: '945c',
      '～': '8160',
      '－': '817c',
      '∥': '8161',
      '①': '8740',
      Ⅰ: '8754',
      '㈱': '878a',
      '№': '8782',
      髙: 'fbfc',
      﨑: 'fab1',
      ⅰ: 'fa40',
      '￤': 'fa55',
      纊: 'fa5c',
      '∵': '81e6',
      '≒': '81e0',
      '￢': '81ca',
      熙: 'eaa4',
    };
    expect(hex(Object.keys(places).join(''), 'shift_jis')).toBe(Object.values(places).join(''));
  });

  it.each(['‖', '¥', 'é', '𠮷', '한'])('returns null for %s', (character) =>
    expect(hex(`あ${character}`, 'shift_jis')).toBeNull(),
  );

  it('encodes every decodable character', () => {
    const decoder = new TextDecoder('shift_jis', { fatal: true });
    const characters = new Set<string>();
    for (let lead = 0x81; lead <= 0xfc; lead++) {
      if (lead > 0x9f && lead < 0xe0) continue;
      for (let trail = 0x40; trail <= 0xfc; trail++) {
        try {
          characters.add(decoder.decode(Uint8Array.of(lead, trail)));
        } catch {
          // No character has this code.
        }
      }
    }
    // Kanji of JIS X 0208 and of IBM, symbols and kana.
    expect(characters.size).toBeGreaterThan(7000);
    const text = [...characters].filter((character) => character.length === 1).join('');
    expect(decoded(encodeTextAs(text, 'shift_jis', false) ?? new Uint8Array(0), 'shift_jis')).toBe(
      text,
    );
  });
});

describe('encodeTextAs with windows-1252', () => {
  it('covers every byte, and nothing else', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeTextAs(decoded(all, 'windows-1252'), 'windows-1252', false)).toEqual(all);
    expect(hex('€µ°–', 'windows-1252')).toBe('80b5b096');
    expect(hex('あ', 'windows-1252')).toBeNull();
  });
});

describe('encodeTextAs with Unicode', () => {
  it('writes a byte order mark on request, in either byte order', () => {
    expect([hex('aあ', 'utf-16le'), hex('aあ', 'utf-16be'), hex('aあ', 'utf-8')]).toEqual([
      '61004230',
      '00613042',
      '61e38182',
    ]);
    const marked = (encoding: TextEncodingName) => [...(encodeTextAs('a', encoding, true) ?? [])];
    expect([marked('utf-16le'), marked('utf-16be'), marked('utf-8')]).toEqual([
      [0xff, 0xfe, 0x61, 0],
      [0xfe, 0xff, 0, 0x61],
      [0xef, 0xbb, 0xbf, 0x61],
    ]);
  });

  it('round-trips any text', () => {
    const character = fc
      .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff }))
      .map((point) => String.fromCodePoint(point));
    const text = fc
      .array(character, { minLength: 1, maxLength: 30 })
      .map((all) => all.join(''))
      .filter((one) => !one.startsWith('\uFEFF'));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom<TextEncodingName>('utf-8', 'utf-16le', 'utf-16be'),
        (one, encoding) => {
          expect(
            decodeTextFile(encodeTextAs(one, encoding, true) ?? new Uint8Array(0)),
          ).toMatchObject({ text: one, encoding, problems: [] });
          expect(decoded(encodeTextAs(one, encoding, false) ?? new Uint8Array(0), encoding)).toBe(
            one,
          );
        },
      ),
      { seed: 932, numRuns: 60 },
    );
  });
});

describe('encodeTextAs with an empty text', () => {
  it('writes no bytes in any encoding except the byte order mark', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252'] as const)
      expect(hex('', encoding)).toBe('');
  });
});
