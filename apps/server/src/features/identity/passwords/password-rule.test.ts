import { describe, expect, it } from 'vitest';
import { assertPasswordAllowed } from './password-rule.ts';

const codeOf = (password: string, about: string[] = []): string | null => {
  try {
    assertPasswordAllowed(password, about);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
};

describe('password rule', () => {
  it.each(['夜の廊下を歩く家守は眠らない気がする', 'gecko beneath the eaves', 'aB3$'.repeat(3) + 'more words'])('takes %s', (password) => {
    expect(codeOf(password)).toBeNull();
  });

  it('wants 15 characters, counted as people see them', () => {
    expect(codeOf('fourteen chars')).toBe('password-too-short (password)');
    expect(codeOf('🦎'.repeat(14))).toBe('password-too-short (password)');
  });

  it('has an upper end', () => {
    expect(codeOf('long enough '.repeat(11))).toBe('password-too-long (password)');
  });

  it.each(['aaaaaaaaaaaaaaaaaaaa', '123456789012345', 'passwordpassword', 'qwertyuiopasdfghjkl', 'Yamoriyamoriyamori'])('refuses %s, which everybody tries first', (password) => {
    expect(codeOf(password)).toBe('password-too-common (password)');
  });

  it('refuses one made of the person’s own name and address', () => {
    expect(codeOf('tanaka.hanako2026', ['tanaka.hanako@example.jp'])).toBe('password-too-common (password)');
    expect(codeOf('tanaka.hanako2026', ['sato@example.jp'])).toBeNull();
  });
});
