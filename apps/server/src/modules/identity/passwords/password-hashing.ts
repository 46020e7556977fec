import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long as `hash`. */
  readonly verify: (hash: string, password: string) => Promise<boolean>;
};

/** scrypt's N, as stored hashes were made: with r = 16 and p = 1 it takes 32 MiB. */
const COST = 16_384;
const BLOCK_SIZE = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 64;

/**
 * Hashes passwords by scrypt (RFC 7914) as `salt:key` in hex. The salt is that text, not its bytes.
 * `cost` is for tests, which create hundreds of accounts.
 */
export function createPasswordHashing(cost = COST): PasswordHashing {
  function derive(password: string, salt: string): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE };
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
    return promise;
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES).toString('hex');
      const key = await derive(password, salt);
      return `${salt}:${key.toString('hex')}`;
    },
    async verify(hash, password) {
      const [salt = '', key = ''] = hash.split(':');
      const derived = await derive(password, salt);
      const stored = Buffer.from(key, 'hex');
      return stored.length === KEY_BYTES && timingSafeEqual(derived, stored);
    },
  };
}
