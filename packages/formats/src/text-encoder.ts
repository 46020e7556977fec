import type { TextEncodingName } from './byte-text.ts';

/**
 * Bytes of a text in an encoding that it came in, so that what goes back opens as what came. Null
 * where a character has no place in it.
 */
export function encodeTextAs(
  text: string,
  encoding: TextEncodingName,
  mark: boolean,
): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(`${mark ? '\uFEFF' : ''}${text}`);
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return utf16(`${mark ? '\uFEFF' : ''}${text}`, encoding === 'utf-16le');
  const places = placesOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const place = places.get(character);
    if (place === undefined) return null;
    if (place > 0xff) bytes.push(place >> 8);
    bytes.push(place & 0xff);
  }
  return Uint8Array.from(bytes);
}

function utf16(text: string, little: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little);
  return bytes;
}

/**
 * Browsers decode Shift_JIS and do not encode it: its table is read backwards out of the decoder.
 */
function placesOf(encoding: TextEncodingName): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const put = (...bytes: number[]): void => {
    const character = decoded(decoder, Uint8Array.from(bytes));
    // The first place counts: the doubles that NEC and IBM brought stand behind.
    if (character !== null && character.length === 1 && !places.has(character))
      places.set(
        character,
        bytes.reduce((value, byte) => value * 256 + byte, 0),
      );
  };
  for (let byte = 0; byte < 0x100; byte++) put(byte);
  if (encoding !== 'shift_jis') return places;
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // NEC's selection of IBM's characters: Windows writes IBM's own places, behind it.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) put(lead, trail);
  }
  return places;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    // No character there.
    return null;
  }
}
