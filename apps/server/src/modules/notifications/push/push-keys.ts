import { generateKeyPairSync } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';

/**
 * The VAPID identity (RFC 8292). All servers of an installation share it, because browsers
 * subscribe to one key.
 */
export type PushKeys = {
  /** For `PushManager.subscribe`: the uncompressed point in base64url. */
  readonly publicKey: string;
  /** `Authorization` header for the origin of a push service. */
  readonly authorization: (origin: string, nowMs: number) => Promise<string>;
};

const HOUR_MS = 3_600_000;
/** The standard allows a day; one token serves many messages. */
const TOKEN_LASTS_MS = 12 * HOUR_MS;
const RENEWED_BEFORE_MS = HOUR_MS;

/** Creates a key pair, serialised for storage. */
export const newPushKey = (): string =>
  JSON.stringify(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  );

/**
 * Opens a key from `newPushKey`. `contact`: a `mailto:` or `https:` address at which push services
 * reach the operator.
 */
export async function openPushKeys(kept: string, contact: string): Promise<PushKeys> {
  // Our own serialisation; the import rejects anything that is not a key.
  const jwk = JSON.parse(kept) as JWK;
  const key = await importJWK(jwk, 'ES256');
  const publicKey = Buffer.concat([
    Buffer.of(4),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ]).toString('base64url');
  const tokens = new Map<string, { readonly token: string; readonly untilMs: number }>();
  return {
    publicKey,
    async authorization(origin, nowMs) {
      const known = tokens.get(origin);
      if (known !== undefined && known.untilMs - nowMs > RENEWED_BEFORE_MS) return known.token;
      const untilMs = nowMs + TOKEN_LASTS_MS;
      const jwt = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(origin)
        .setExpirationTime(Math.floor(untilMs / 1000))
        .setSubject(contact)
        .sign(key);
      const token = `vapid t=${jwt}, k=${publicKey}`;
      tokens.set(origin, { token, untilMs });
      return token;
    },
  };
}
