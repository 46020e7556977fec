import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { ACCESS_LEVEL_WORDS } from './access-level-words.ts';

describe.each(['ja', 'en'] as const)('labels of access levels in %s', (language) => {
  const words = ACCESS_LEVEL_WORDS[language];

  it('every level has one label', () => {
    expect(Object.keys(words)).toEqual(Object.keys(ACCESS_LEVELS));
    expect(new Set(Object.values(words)).size).toBe(Object.keys(ACCESS_LEVELS).length);
  });

  it('labels are in their language', () => {
    for (const word of Object.values(words))
      expect(/[\p{Script=Han}\p{Script=Katakana}]/u.test(word), word).toBe(language === 'ja');
  });
});
