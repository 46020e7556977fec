import { createHash, randomBytes, randomInt } from 'node:crypto';

const SECRET_BYTES = 32;
/** Crockford's digits: no letter that is taken for a figure. */
const CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;
const CODE_GROUP = 4;

/** For links that only machines copy: 256 bits. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** For invitations, which people read out and type too: 80 bits, in groups. */
export function newCode(): string {
  const digits = Array.from({ length: CODE_LENGTH }, () => CODE_DIGITS[randomInt(CODE_DIGITS.length)] ?? '');
  return Array.from({ length: CODE_LENGTH / CODE_GROUP }, (_, group) => digits.slice(group * CODE_GROUP, (group + 1) * CODE_GROUP).join('')).join('-');
}

/** A code as it was made, however it was typed. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Only this is stored: secrets of so many random bits need no salt. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
export const hashOfCode = (code: string): string => hashOfSecret(readCode(code));
