import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHashing } from '../modules/identity/auth-engine.ts';

// A five-hundredth of production's cost, because a test run creates hundreds of accounts.
const COST = { N: 32, r: 16, p: 1 };
const KEY_BYTES = 64;

/** Salted scrypt as in production, at a cost that is insecure outside tests. */
export const CHEAP_HASHING: PasswordHashing = {
  hash: async (password) => {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${(await derive(password, salt)).toString('hex')}`;
  },
  verify: async ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':');
    const stored = Buffer.from(key, 'hex');
    return stored.length === KEY_BYTES && timingSafeEqual(await derive(password, salt), stored);
  },
};

function derive(password: string, salt: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}
