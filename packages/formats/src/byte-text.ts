/**
 * Text of unknown encoding: a byte order mark decides, else UTF-8 when it is valid, else `fallback`.
 * The mark itself is dropped.
 */
export function decodeText(bytes: Uint8Array, fallback: 'shift_jis' | 'windows-1252'): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: an older system's code page.
    return new TextDecoder(fallback).decode(bytes);
  }
}
