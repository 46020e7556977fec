import { LEAST_BESIDE_FACTOR, LEAST_NEW_PASSWORD } from '@yamori/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCommonPasswords } from './common-passwords.ts';
import { assertPasswordAllowed } from './password-rule.ts';

let common: ReadonlySet<string> = new Set();
beforeAll(async () => {
  common = await readCommonPasswords();
});

const codeOf = (
  password: string,
  about: string[] = [],
  leastLength = LEAST_NEW_PASSWORD,
): string | null => {
  try {
    assertPasswordAllowed(password, { about, leastLength, common });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
};

describe('password rule', () => {
  it.each([
    '夜の廊下を歩く家守は眠らない気がする',
    'gecko beneath the eaves',
    'aB3$'.repeat(3) + 'more words',
  ])('takes %s', (password) => {
    expect(codeOf(password)).toBeNull();
  });

  it('wants 15 characters, counted as people see them', () => {
    expect(codeOf('fourteen chars')).toBe('password-too-short (password)');
    expect(codeOf('🦎'.repeat(14))).toBe('password-too-short (password)');
  });

  it('has an upper end', () => {
    expect(codeOf('long enough '.repeat(11))).toBe('password-too-long (password)');
  });

  it.each([
    'aaaaaaaaaaaaaaaaaaaa',
    '123456789012345',
    'passwordpassword',
    'qwertyuiopasdfghjkl',
    'Yamoriyamoriyamori',
  ])('refuses %s, which everybody tries first', (password) => {
    expect(codeOf(password)).toBe('password-too-common (password)');
  });

  it('refuses one made of the person’s own name and address', () => {
    expect(codeOf('tanaka.hanako2026', ['tanaka.hanako@example.jp'])).toBe(
      'password-too-common (password)',
    );
    expect(codeOf('tanaka.hanako2026', ['sato@example.jp'])).toBeNull();
  });

  it('wants eight beside a second factor, and refuses the most frequent ones of that length', () => {
    expect(codeOf('k7w-yo2', [], LEAST_BESIDE_FACTOR)).toBe('password-too-short (password)');
    expect(codeOf('k7w-yo2q', [], LEAST_BESIDE_FACTOR)).toBeNull();
    for (const password of [
      'sunshine',
      'Football',
      'trustno1',
      '1qaz2wsx',
      'superman',
      'baseball',
    ]) {
      expect([password, codeOf(password, [], LEAST_BESIDE_FACTOR)]).toEqual([
        password,
        'password-too-common (password)',
      ]);
    }
  });

  it('has thousands of frequent ones to refuse, and sees through saying one twice', () => {
    expect(common.size).toBe(8_000);
    expect(
      [...common].filter((password) => codeOf(password, [], LEAST_BESIDE_FACTOR) === null),
    ).toEqual([]);
    expect(codeOf('sunshinesunshine')).toBe('password-too-common (password)');
    expect(codeOf('ｓｕｎｓｈｉｎｅと夜の廊下を歩く')).toBeNull();
  });

  it.each([
    'password12345678',
    'passwordsunshine',
    'sunshine-password-2026',
    'Welcome!football!99',
    'yamori superman 12345',
    '1234567890baseball',
  ])('refuses %s, which is frequent without its common parts', (password) => {
    expect(codeOf(password)).toBe('password-too-common (password)');
  });

  it('refuses a frequent password behind the own name', () => {
    const own = ['tanaka.hanako@example.jp'];
    expect(codeOf('hanako-sunshine-hanako', own)).toBe('password-too-common (password)');
    expect(codeOf('hanako feeds seven geckos', own)).toBeNull();
  });

  it('takes any characters, a hundred of them, and those that are written in two ways', () => {
    expect(codeOf('夜'.repeat(20) + 'の廊下を歩く家守')).toBeNull();
    expect(codeOf('one phrase of many words '.repeat(4).trim())).toBeNull();
    // が as one sign and as two: fifteen signs as people see them.
    expect(codeOf('がぎぐげござじずぜぞだぢづで'.normalize('NFD'))).toBe(
      'password-too-short (password)',
    );
    expect(codeOf('がぎぐげござじずぜぞだぢづでど'.normalize('NFD'))).toBeNull();
  });
});
