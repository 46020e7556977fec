/**
 * Encodes standard base64 (RFC 4648, section 4) with padding; works in browsers, workers and Node.
 */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = '';
  // Engines allow about 65,000 arguments to String.fromCharCode.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Decodes standard base64; null if the text is invalid. */
export function bytesFromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
