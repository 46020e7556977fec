import type { TextEncodingName } from './byte-text.ts';

/**
 * Encodes a text in the given encoding, so that a file is returned in the encoding in which it
 * came. Null if a character is not in that encoding.
 */
export function encodeTextAs(
  text: string,
  encoding: TextEncodingName,
  mark: boolean,
): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(`${mark ? '\uFEFF' : ''}${text}`);
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return utf16(`${mark ? '\uFEFF' : ''}${text}`, encoding === 'utf-16le');
  const codes = buildCodeTable(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (code === undefined) return null;
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

function utf16(text: string, little: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little);
  return bytes;
}

/** Browsers decode Shift_JIS but do not encode it, so the table is derived from the decoder. */
function buildCodeTable(encoding: TextEncodingName): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const put = (...bytes: number[]): void => {
    const character = decoded(decoder, Uint8Array.from(bytes));
    // The first code wins: NEC and IBM duplicates have higher codes.
    if (character !== null && character.length === 1 && !codes.has(character))
      codes.set(
        character,
        bytes.reduce((value, byte) => value * 256 + byte, 0),
      );
  };
  for (let byte = 0; byte < 0x100; byte++) put(byte);
  if (encoding !== 'shift_jis') return codes;
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // Skip NEC's selection of IBM characters: Windows writes IBM's own codes, which are higher.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) put(lead, trail);
  }
  return codes;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    // No character has this code.
    return null;
  }
}
