import { createPasswordHashing } from '../modules/identity/passwords/password-hashing.ts';

/** Tests create hundreds of accounts, and their passwords protect nothing. */
export const FAST_HASHING = createPasswordHashing(32);
