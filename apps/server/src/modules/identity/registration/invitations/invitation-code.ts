import { randomInt } from 'node:crypto';
import { hashSecret } from '../../../../core/secrets/secret-store.ts';

/** Crockford's Base32 alphabet, without easily confused letters. */
const CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;
const CODE_GROUP = 4;

/** An invitation code, which people also read out and type: 80 bits in groups. */
export function newCode(): string {
  const digits = Array.from(
    { length: CODE_LENGTH },
    () => CODE_DIGITS[randomInt(CODE_DIGITS.length)] ?? '',
  );
  return Array.from({ length: CODE_LENGTH / CODE_GROUP }, (_, group) =>
    digits.slice(group * CODE_GROUP, (group + 1) * CODE_GROUP).join(''),
  ).join('-');
}

/** Normalises a typed code. */
const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const hashCode = (code: string): string => hashSecret(readCode(code));
