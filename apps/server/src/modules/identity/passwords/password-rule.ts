import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { MIN_NEW_PASSWORD_LENGTH, ProblemError } from '@yamori/domain';

/** Published in the README, so it is accepted for no account but those of the demo. */
export const DEMONSTRATION_PASSWORD = 'quiet-night-gecko';

const MAX_PASSWORD_LENGTH = 128;
/** The estimate takes up to 50 ms, more for longer texts. */
const MAX_ESTIMATED_CHARACTERS = 40;
/** Three words of any list exceed this; two common passwords with digits and signs do not. */
const MIN_GUESSES = 1e9;
/** More than the 49,000 listed passwords. */
const MIN_GUESSES_BESIDE_FACTOR = 1e5;
const MIN_OWN_WORD_LENGTH = 4;
/** Terms that are obvious here. */
const KNOWN_TERMS = ['yamori', DEMONSTRATION_PASSWORD];
const SEPARATORS = /[^\p{Letter}\p{Number}]+/gu;

type PasswordOptions = {
  /** The user's name and address. */
  readonly about: readonly string[];
  readonly minLength: number;
};

export type AssertPasswordAllowed = (password: string, options: PasswordOptions) => void;

/**
 * Checks length and the guesses that a password withstands (zxcvbn: common passwords, names,
 * sequences, repetitions, rows of keys). There are no rules about character classes.
 */
export function createPasswordRule(): AssertPasswordAllowed {
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
  });
  return (password, { about, minLength }) => {
    const characters = Array.from(password.normalize('NFC'));
    if (characters.length < minLength)
      throw new ProblemError('password-too-short', {
        place: 'password',
        details: { least: minLength },
      });
    if (characters.length > MAX_PASSWORD_LENGTH)
      throw new ProblemError('password-too-long', {
        place: 'password',
        details: { most: MAX_PASSWORD_LENGTH },
      });
    const terms = [...about, ...KNOWN_TERMS].flatMap(splitTerm);
    const text = characters.slice(0, MAX_ESTIMATED_CHARACTERS).join('');
    const isAlone = minLength >= MIN_NEW_PASSWORD_LENGTH;
    // Separators make a password of common words no harder to guess.
    const forms = isAlone ? [text, text.replaceAll(SEPARATORS, '')] : [text];
    const guesses = Math.min(...forms.map((form) => zxcvbn.check(form, terms).guesses));
    if (guesses < (isAlone ? MIN_GUESSES : MIN_GUESSES_BESIDE_FACTOR))
      throw new ProblemError('password-too-common', { place: 'password' });
  };
}

/** Cut like the password, which may be a long address. */
const splitTerm = (term: string): string[] =>
  [term, term.replaceAll(SEPARATORS, ''), ...term.split(SEPARATORS)]
    .filter(({ length }) => length >= MIN_OWN_WORD_LENGTH)
    .map((text) => text.slice(0, MAX_ESTIMATED_CHARACTERS));
