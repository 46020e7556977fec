import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** 256 random bits for tokens that people never type: sessions, links, states, tickets. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Only the hash is stored. Secrets with 256 random bits need no salt. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
