import { refuse } from '@yamori/domain';
import { readFile } from 'node:fs/promises';

const MAX_PASSWORD_LENGTH = 128;
const MIN_DIFFERENT_CHARACTERS = 5;

/** Sequences and terms that lengthen a password without making it harder to guess. */
const COMMON_PARTS = [
  '0123456789',
  '1234567890',
  '9876543210',
  'abcdefghijklm',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r',
  'password',
  'passw0rd',
  'iloveyou',
  'letmein',
  'welcome',
  'administrator',
  'yamori',
];
/** The minimum length without those parts. */
const MIN_OTHER_CHARACTERS = 8;

type PasswordRule = {
  /** The user's name and address. */
  readonly about: readonly string[];
  readonly minLength: number;
  readonly common: ReadonlySet<string>;
};

/** Checks length and common passwords only; there are no rules about character classes. */
export function assertPasswordAllowed(
  password: string,
  { about, minLength, common }: PasswordRule,
): void {
  const characters = Array.from(password.normalize('NFC'));
  if (characters.length < minLength)
    throw refuse('password-too-short', { place: 'password', details: { least: minLength } });
  if (characters.length > MAX_PASSWORD_LENGTH)
    throw refuse('password-too-long', {
      place: 'password',
      details: { most: MAX_PASSWORD_LENGTH },
    });
  const small = characters.join('').toLowerCase();
  const own = about
    .flatMap((words) => [words, ...words.split(/[^\p{Letter}\p{Number}]+/u)])
    .filter((word) => word.length >= 4)
    .map((word) => word.toLowerCase());
  const rest = [...own, ...COMMON_PARTS].reduce((text, part) => text.replaceAll(part, ''), small);
  if (
    new Set(characters).size < MIN_DIFFERENT_CHARACTERS ||
    rest.length < MIN_OTHER_CHARACTERS ||
    common.has(small) ||
    common.has(repeatedPart(small)) ||
    isLeftOverCommon(rest, common)
  ) {
    throw refuse('password-too-common', { place: 'password' });
  }
}

/** Separators and digits at the ends do not make a common password harder to guess. */
const isLeftOverCommon = (rest: string, common: ReadonlySet<string>): boolean => {
  const bare = rest.replaceAll(/[^\p{Letter}\p{Number}]+/gu, '');
  const word = bare.replaceAll(/^\p{Number}+|\p{Number}+$/gu, '');
  return [rest, bare, word].some((text) => common.has(repeatedPart(text)));
};

/** `sunshine` for `sunshinesunshine`: a repeated common password is as easy to guess. */
const repeatedPart = (text: string): string => /^(.+?)\1*$/su.exec(text)?.[1] ?? text;

const FILE = new URL('common-passwords.txt', import.meta.url);

/** The most common passwords in lower case, from a file that tools/passwords writes. */
export async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  return new Set(
    (await readFile(FILE, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}
