import { MIN_LENGTH_WITH_FACTOR, MIN_NEW_PASSWORD_LENGTH } from '@yamori/domain';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { createPasswordRule } from './password-rule.ts';

const assertPasswordAllowed = createPasswordRule();

const getProblemCode = (
  password: string,
  about: string[] = [],
  minLength = MIN_NEW_PASSWORD_LENGTH,
): string | null => {
  try {
    assertPasswordAllowed(password, { about, minLength });
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
    'correct horse battery staple',
    'tall river copper nine',
    'harbour-quilt-sixteen-noodle',
    'momiji tegami kuruma sora',
    '今日は朝から細かい雨が降っています',
    'よるのろうかをあるくやもりはねむらない',
    'Xq7$mP2vLw9!rTz',
    'v9kq2nxw7rjt4bz',
    'Aa1!bB2@cC3#dD4$',
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
    'yamoriyamoriyamori',
    'P@ssw0rd12345678',
    'Password2026!!!!',
    'sunshine1sunshine2',
    'baseballfootball',
    'monkeymonkeymonkey',
    '1q2w3e4r5t6y7u8i',
    '111222333444555',
    'パスワードパスワード12345',
    'あいうえおかきくけこさしすせそ',
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
      'quiet-night-gecko',
    ]) {
      expect([password, getProblemCode(password, [], MIN_LENGTH_WITH_FACTOR)]).toEqual([
        password,
        'password-too-common (password)',
      ]);
    }
  });

  it('rejects listed passwords, even if repeated', () => {
    const listed = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 8);
    const sample = listed.filter((_, index) => index % 50 === 0);
    expect(sample.length).toBeGreaterThan(200);
    expect(
      sample.filter((password) => getProblemCode(password, [], MIN_LENGTH_WITH_FACTOR) === null),
    ).toEqual([]);
    expect(getProblemCode('sunshinesunshine')).toBe('password-too-common (password)');
    expect(getProblemCode('ｓｕｎｓｈｉｎｅと夜の廊下を歩く')).toBeNull();
  });

  it.each(['quiet-night-gecko', 'quietnightgecko', 'Quiet Night Gecko', 'quiet-night-gecko-2026'])(
    'rejects the published password of the demo as %s',
    (password) => {
      expect(getProblemCode(password)).toBe('password-too-common (password)');
    },
  );

  it.each([
    'password12345678',
    'passwordsunshine',
    'sunshine-password-2026',
    'Welcome!football!99',
    'yamori superman 12345',
    '1234567890baseball',
  ])('rejects %s, which consists of common parts', (password) => {
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
    // が is one code point in NFC and two in NFD; both are one character.
    expect(getProblemCode('がっこうのべんきょうはゆかい'.normalize('NFD'))).toBe(
      'password-too-short (password)',
    );
    expect(getProblemCode('がっこうのべんきょうはゆかいだ'.normalize('NFD'))).toBeNull();
  });
});
