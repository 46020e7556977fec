import { generateKeyPairSync } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';

/**
 * Who we are to push services (RFC 8292): the same for all servers of an installation, for browsers
 * subscribe to one key.
 */
export type PushKeys = {
  /** As `PushManager.subscribe` takes it: the point, uncompressed, base64url. */
  readonly publicKey: string;
  /** Value of `Authorization` for a service. @param origin of its address */
  readonly authorization: (origin: string, nowMs: number) => Promise<string>;
};

const HOUR_MS = 3_600_000;
/** A day at most by the standard; one token serves many messages. */
const TOKEN_LASTS_MS = 12 * HOUR_MS;
const RENEWED_BEFORE_MS = HOUR_MS;

/** What is kept of a new pair of keys. */
export const newPushKey = (): string =>
  JSON.stringify(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  );

/**
 * @param kept as `newPushKey` made it @param contact `mailto:` or `https:`, for a push service that
 * has to reach whoever runs this
 */
export async function openPushKeys(kept: string, contact: string): Promise<PushKeys> {
  // As we wrote it ourselves; what is not a key is refused by the import.
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
