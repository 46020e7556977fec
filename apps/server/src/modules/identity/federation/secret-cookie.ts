import { cookieValue } from '../sessions/signed-cookie.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * A cookie with a random secret that binds data to one browser. Scripts and other hosts cannot read
 * or write it.
 */
export type SecretCookie = {
  readonly read: (cookies: string | undefined) => string | null;
  readonly give: (secret: string) => string;
  readonly clear: () => string;
};

type SecretCookieOptions = {
  readonly name: string;
  readonly secure: boolean;
  readonly maxAgeSeconds: number;
};

export function createSecretCookie({
  name,
  secure,
  maxAgeSeconds,
}: SecretCookieOptions): SecretCookie {
  // `__Host-`: a neighbouring host of the same domain cannot set it.
  const fullName = `${secure ? '__Host-' : ''}${name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: (cookies) => {
      const value = cookieValue(cookies, fullName);
      return value !== null && SECRET.test(value) ? value : null;
    },
    give: (secret) => `${fullName}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
  };
}
