import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** 256 random bits for what only machines copy: tokens of sessions, links, states, tickets. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Only this is stored: secrets of so many random bits need no salt. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
