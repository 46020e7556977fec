import { MIN_LENGTH_WITH_FACTOR, MIN_NEW_PASSWORD_LENGTH } from '@yamori/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCommonPasswords, assertPasswordAllowed } from './password-rule.ts';

let common: ReadonlySet<string> = new Set();
beforeAll(async () => {
  common = await readCommonPasswords();
});

const getProblemCode = (
  password: string,
  about: string[] = [],
  minLength = MIN_NEW_PASSWORD_LENGTH,
): string | null => {
  try {
    assertPasswordAllowed(password, { about, minLength, common });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
};

describe('assertPasswordAllowed', () => {
  it.each([
    '夜の廊下を歩く家守は眠らない気がする',
    'gecko beneath the eaves',
    'aB3$'.repeat(3) + 'more words',
  ])('accepts %s', (password) => {
    expect(getProblemCode(password)).toBeNull();
  });

  it('requires 15 user-perceived characters', () => {
    expect(getProblemCode('fourteen chars')).toBe('password-too-short (password)');
    expect(getProblemCode('🦎'.repeat(14))).toBe('password-too-short (password)');
  });

  it('rejects more than 128 characters', () => {
    expect(getProblemCode('long enough '.repeat(11))).toBe('password-too-long (password)');
  });

  it.each([
    'aaaaaaaaaaaaaaaaaaaa',
    '123456789012345',
    'passwordpassword',
    'qwertyuiopasdfghjkl',
    'Yamoriyamoriyamori',
  ])('rejects the common password %s', (password) => {
    expect(getProblemCode(password)).toBe('password-too-common (password)');
  });

  it('rejects the user’s own name and address', () => {
    expect(getProblemCode('tanaka.hanako2026', ['tanaka.hanako@example.jp'])).toBe(
      'password-too-common (password)',
    );
    expect(getProblemCode('tanaka.hanako2026', ['sato@example.jp'])).toBeNull();
  });

  it('requires eight characters with a second factor, and rejects the most common ones', () => {
    expect(getProblemCode('k7w-yo2', [], MIN_LENGTH_WITH_FACTOR)).toBe(
      'password-too-short (password)',
    );
    expect(getProblemCode('k7w-yo2q', [], MIN_LENGTH_WITH_FACTOR)).toBeNull();
    for (const password of [
      'sunshine',
      'Football',
      'trustno1',
      '1qaz2wsx',
      'superman',
      'baseball',
    ]) {
      expect([password, getProblemCode(password, [], MIN_LENGTH_WITH_FACTOR)]).toEqual([
        password,
        'password-too-common (password)',
      ]);
    }
  });

  it('rejects all 8,000 listed passwords, also repeated', () => {
    expect(common.size).toBe(8_000);
    expect(
      [...common].filter(
        (password) => getProblemCode(password, [], MIN_LENGTH_WITH_FACTOR) === null,
      ),
    ).toEqual([]);
    expect(getProblemCode('sunshinesunshine')).toBe('password-too-common (password)');
    expect(getProblemCode('ｓｕｎｓｈｉｎｅと夜の廊下を歩く')).toBeNull();
  });

  it.each([
    'password12345678',
    'passwordsunshine',
    'sunshine-password-2026',
    'Welcome!football!99',
    'yamori superman 12345',
    '1234567890baseball',
  ])('rejects %s, which is common without its common parts', (password) => {
    expect(getProblemCode(password)).toBe('password-too-common (password)');
  });

  it('rejects a common password combined with the user’s name', () => {
    const own = ['tanaka.hanako@example.jp'];
    expect(getProblemCode('hanako-sunshine-hanako', own)).toBe('password-too-common (password)');
    expect(getProblemCode('hanako feeds seven geckos', own)).toBeNull();
  });

  it('accepts any characters, a hundred of them, in any normalisation form', () => {
    expect(getProblemCode('夜'.repeat(20) + 'の廊下を歩く家守')).toBeNull();
    expect(getProblemCode('one phrase of many words '.repeat(4).trim())).toBeNull();
    // が is one code point in NFC and two in NFD; both are fifteen characters.
    expect(getProblemCode('がぎぐげござじずぜぞだぢづで'.normalize('NFD'))).toBe(
      'password-too-short (password)',
    );
    expect(getProblemCode('がぎぐげござじずぜぞだぢづでど'.normalize('NFD'))).toBeNull();
  });
});
