import { createHash } from 'node:crypto';

/** 192 random bits in letters that fit a device's settings page. */
export const newDeviceKey = (randomBytes: (length: number) => Buffer): string =>
  randomBytes(24).toString('base64url');

/**
 * What is stored of a key: SHA-256 in hex. The key has 192 random bits, so no salt and no slow hash
 * is needed.
 */
export const hashOfDeviceKey = (key: string | Uint8Array): string =>
  createHash('sha256').update(key).digest('hex');
