import { refuse } from '@yamori/domain';

/** A password that is the only proof; with a second factor it would be 8 (NIST SP 800-63B-4). */
export const MINIMUM_PASSWORD_LENGTH = 15;
const MAXIMUM_PASSWORD_LENGTH = 128;
const FEWEST_DIFFERENT_CHARACTERS = 5;

/** Runs and words that fill a long password without making it harder to guess. */
const COMMON_PARTS = [
  '0123456789', '1234567890', '9876543210', 'abcdefghijklm', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1q2w3e4r', 'password', 'passw0rd',
  'iloveyou', 'letmein', 'welcome', 'administrator', 'yamori',
];
/** What has to be left once such parts are taken out. */
const FEWEST_OTHER_CHARACTERS = 8;

/** No rules on which characters; only length, and not what everybody would try first. `about`: the person's own words. */
export function assertPasswordAllowed(password: string, about: readonly string[]): void {
  const characters = Array.from(password.normalize('NFC'));
  if (characters.length < MINIMUM_PASSWORD_LENGTH) throw refuse('password-too-short', { place: 'password', details: { least: MINIMUM_PASSWORD_LENGTH } });
  if (characters.length > MAXIMUM_PASSWORD_LENGTH) throw refuse('password-too-long', { place: 'password', details: { most: MAXIMUM_PASSWORD_LENGTH } });
  const own = about.flatMap((words) => words.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u)).filter((word) => word.length >= 4);
  const rest = [...own, ...COMMON_PARTS].reduce((text, part) => text.replaceAll(part, ''), password.toLowerCase());
  if (new Set(characters).size < FEWEST_DIFFERENT_CHARACTERS || rest.length < FEWEST_OTHER_CHARACTERS) {
    throw refuse('password-too-common', { place: 'password' });
  }
}
