import { randomInt } from 'node:crypto';
import { hashOfSecret } from '../../secrets.ts';

/** Crockford's digits: no letter that is taken for a figure. */
const CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;
const CODE_GROUP = 4;

/** For invitations, which people read out and type too: 80 bits, in groups. */
export function newCode(): string {
  const digits = Array.from(
    { length: CODE_LENGTH },
    () => CODE_DIGITS[randomInt(CODE_DIGITS.length)] ?? '',
  );
  return Array.from({ length: CODE_LENGTH / CODE_GROUP }, (_, group) =>
    digits.slice(group * CODE_GROUP, (group + 1) * CODE_GROUP).join(''),
  ).join('-');
}

/** A code as it was made, however it was typed. */
const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const hashOfCode = (code: string): string => hashOfSecret(readCode(code));
