import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedCookieOptions = {
  readonly name: string;
  readonly secret: string;
  readonly secure: boolean;
};

/**
 * A cookie with a signed token: `token.signature`, percent-encoded. The signature is HMAC-SHA-256
 * of the token in base64, so that a forged token is rejected without a database query. Scripts and
 * cross-site requests cannot use the cookie. Over HTTPS it is also Secure and host-only
 * (`__Host-`), so that a neighbouring host of the same domain cannot set it.
 */
export type SignedCookie = {
  /** The token in a Cookie header, or null. */
  readonly read: (cookies: string | undefined) => string | null;
  /** The Set-Cookie line that sets it. */
  readonly give: (token: string, maximumAgeSeconds: number) => string;
  /** The Set-Cookie line that deletes it. */
  readonly takeBack: () => string;
};

export function createSignedCookie(options: SignedCookieOptions): SignedCookie {
  const name = `${options.secure ? '__Host-' : ''}${options.name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  const sign = (token: string) => createHmac('sha256', options.secret).update(token).digest();
  return {
    read: (cookies) => {
      const value = cookieValue(cookies, name);
      const dot = value?.lastIndexOf('.') ?? -1;
      if (value === null || dot < 1) return null;
      const token = value.slice(0, dot);
      const signature = Buffer.from(value.slice(dot + 1), 'base64');
      const expected = sign(token);
      return signature.length === expected.length && timingSafeEqual(signature, expected)
        ? token
        : null;
    },
    give: (token, maximumAgeSeconds) =>
      `${name}=${encodeURIComponent(`${token}.${sign(token).toString('base64')}`)}; Max-Age=${maximumAgeSeconds}; ${attributes}`,
    takeBack: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

export function cookieValue(cookies: string | undefined, name: string): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name)
      return decoded(pair.slice(equals + 1).trim());
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
