import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values so that only this installation can read them: AES-256-GCM with a key that is
 * derived from the server's secret, one per purpose.
 */
export type SecretBox = {
  /** `owner` is authenticated (AAD): a value sealed for one owner cannot be opened for another. */
  readonly seal: (plain: Buffer, owner: string) => Buffer;
  /** Null if the value was sealed for another owner or with another secret, or is damaged. */
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

/** Derives the key for one purpose from the server's secret (HKDF-SHA-256). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'yamori', purpose, 32));

export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = deriveKey(secret, purpose);
  return {
    seal: (plain, owner) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, owner) => {
      if (sealed.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]);
      } catch {
        return null;
      }
    },
  };
}
