import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The session's token in a Cookie header, or null. The value is `token.signature`, percent-encoded, the signature
 * being HMAC-SHA-256 of the token in base64: a token read from the database alone opens nothing.
 */
export function readSessionToken(cookies: string | undefined, name: string, secret: string): string | null {
  const value = cookieValue(cookies, name);
  if (value === null) return null;
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

function cookieValue(cookies: string | undefined, name: string): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
