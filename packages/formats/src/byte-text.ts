import type { FormatProblem } from './recording.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'windows-1252';
type Fallback = 'shift_jis' | 'windows-1252';

/** A decoded text file without its byte order mark. */
export type DecodedText = {
  readonly text: string;
  readonly encoding: TextEncodingName;
  /** Length of the byte order mark. */
  readonly markBytes: number;
  /** Of the whole file. */
  readonly byteLength: number;
  readonly problems: readonly FormatProblem[];
};

/** Longer texts exceed the maximum string length of some engines. */
const MAX_TEXT_BYTES = 2 ** 28;
const SHORT_BYTES = 256;

/**
 * Decodes text of unknown encoding: by its byte order mark, otherwise as UTF-8 if valid, otherwise
 * as `fallback`. Drops the byte order mark.
 */
export function decodeText(bytes: Uint8Array, fallback: Fallback): string {
  if (bytes.length <= SHORT_BYTES && bytes.every((byte) => byte < 0x80))
    return String.fromCharCode(...bytes);
  const marked = markedEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked.encoding).decode(bytes);
  return decodeFatal(bytes, 'utf-8') ?? new TextDecoder(fallback).decode(bytes);
}

/**
 * Decodes a whole text file. Text that is mostly valid UTF-8 stays UTF-8; damaged characters are
 * replaced and reported. Text that is neither UTF-8 nor `fallback` is decoded as windows-1252,
 * where every byte is a character, and reported.
 */
export function decodeTextFile(bytes: Uint8Array, fallback: Fallback = 'shift_jis'): DecodedText {
  if (bytes.length > MAX_TEXT_BYTES) {
    return {
      text: '',
      encoding: 'utf-8',
      markBytes: 0,
      byteLength: bytes.length,
      problems: [
        {
          code: 'overLimit',
          message: `text of ${bytes.length} bytes exceeds the limit of ${MAX_TEXT_BYTES}`,
          byteOffset: MAX_TEXT_BYTES,
        },
      ],
    };
  }
  const byteLength = bytes.length;
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  const encoding = marked?.encoding ?? 'utf-8';
  const whole = decodeFatal(bytes, encoding);
  if (whole !== null)
    return { text: whole, encoding, markBytes: marked?.markBytes ?? 0, byteLength, problems: [] };
  const damage = utf8Damage(bytes);
  const problem: FormatProblem = {
    code: 'badEncoding',
    message: "bytes are not valid in the text's encoding",
    byteOffset: damage.firstOffset,
  };
  if (marked !== null || damage.goodCharacters > damage.badBytes) {
    return {
      text: new TextDecoder(encoding).decode(bytes),
      encoding,
      markBytes: marked?.markBytes ?? 0,
      byteLength,
      problems: [problem],
    };
  }
  const text = decodeFatal(bytes, fallback);
  if (text !== null) return { text, encoding: fallback, markBytes: 0, byteLength, problems: [] };
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    encoding: 'windows-1252',
    markBytes: 0,
    byteLength,
    problems: [problem],
  };
}

/**
 * Decodes a whole text file in a given encoding. Damaged characters are replaced, and the first one
 * is reported.
 */
export function decodeTextAs(bytes: Uint8Array, encoding: TextEncodingName): DecodedText {
  const byteLength = bytes.length;
  if (byteLength > MAX_TEXT_BYTES) return decodeTextFile(bytes);
  const marked = markedEncoding(bytes);
  const markBytes = marked?.encoding === encoding ? marked.markBytes : 0;
  const whole = decodeFatal(bytes, encoding);
  if (whole !== null) return { text: whole, encoding, markBytes, byteLength, problems: [] };
  const text = new TextDecoder(encoding).decode(bytes);
  const decoded: DecodedText = { text, encoding, markBytes, byteLength, problems: [] };
  const byteOffset = getByteOffset(decoded, Math.max(0, text.indexOf('\uFFFD')));
  return {
    ...decoded,
    problems: [{ code: 'badEncoding', message: `bytes are not valid ${encoding}`, byteOffset }],
  };
}

/** Byte offset in the file of the character at `index`; approximate after damaged characters. */
export function getByteOffset(decoded: DecodedText, index: number): number {
  return Math.min(decoded.byteLength, offsetInText(decoded, index));
}

function offsetInText({ text, encoding, markBytes }: DecodedText, index: number): number {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return markBytes + 2 * index;
  if (encoding === 'windows-1252') return index;
  const before = text.slice(0, index);
  if (encoding === 'utf-8') return markBytes + new TextEncoder().encode(before).length;
  let bytes = 0;
  for (let at = 0; at < before.length; at++) {
    const unit = before.charCodeAt(at);
    // Half-width katakana take one byte, like ASCII.
    bytes += unit < 0x80 || (unit >= 0xff61 && unit <= 0xff9f) ? 1 : 2;
  }
  return bytes;
}

type Marked = { readonly encoding: TextEncodingName; readonly markBytes: number };

function markedEncoding(bytes: Uint8Array): Marked | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? { encoding: 'utf-8', markBytes: 3 }
    : null;
}

/** Detects UTF-16 without a byte order mark by ASCII text: every second byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): Marked | null {
  const head = bytes.subarray(0, 32);
  if (head.length < 8) return null;
  const zeros = (parity: number): boolean =>
    head.every((byte, index) => (byte === 0) === (index % 2 === parity));
  if (zeros(1)) return { encoding: 'utf-16le', markBytes: 0 };
  return zeros(0) ? { encoding: 'utf-16be', markBytes: 0 } : null;
}

function decodeFatal(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Invalid in this encoding.
    return null;
  }
}

/** Length of the UTF-8 character that starts with this byte; 0 if no character does. */
function utf8Length(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

/** Counts valid multi-byte characters and invalid bytes. */
function utf8Damage(bytes: Uint8Array): {
  readonly goodCharacters: number;
  readonly badBytes: number;
  readonly firstOffset: number;
} {
  let goodCharacters = 0;
  let badBytes = 0;
  let firstOffset = bytes.length;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = utf8Length(first);
    let good = length > 0 && at + length <= bytes.length;
    for (let next = at + 1; good && next < at + length; next++)
      good = ((bytes[next] ?? 0) & 0xc0) === 0x80;
    if (good && length > 1) goodCharacters++;
    if (!good) {
      badBytes++;
      firstOffset = Math.min(firstOffset, at);
    }
    at += good ? length : 1;
  }
  return { goodCharacters, badBytes, firstOffset };
}
