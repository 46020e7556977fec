import { createHash } from 'node:crypto';

/** Creates a device key: 192 random bits in base64url, which a device's settings page accepts. */
export const newDeviceKey = (randomBytes: (length: number) => Buffer): string =>
  randomBytes(24).toString('base64url');

/**
 * Returns the stored form of a key: SHA-256 in hex. 192 random bits need neither a salt nor a slow
 * hash.
 */
export const hashDeviceKey = (key: string | Uint8Array): string =>
  createHash('sha256').update(key).digest('hex');
