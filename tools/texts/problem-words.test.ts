import { describe, expect, it } from 'vitest';
import { BROWSER_PROBLEMS, MISUSE_PROBLEMS, PROBLEM_STATUS, START_PROBLEMS } from '@yamori/domain';
import { words as english } from '../../apps/web/src/locales/en/words.ts';
import { words as japanese } from '../../apps/web/src/locales/ja/words.ts';
import { hasJapanese } from './fixed-texts.ts';

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  japanese: japanese.problems,
  english: english.problems,
};

describe.each(Object.entries(words))('problems in %s', (language, texts) => {
  it('a message exists for every problem that a user can see', () => {
    const codes = [...Object.keys(PROBLEM_STATUS), ...BROWSER_PROBLEMS];
    expect(codes.filter((code) => !Object.hasOwn(texts, code))).toEqual([]);
  });

  it('no message exists for internal codes, and each is in its own language', () => {
    const hidden = [...START_PROBLEMS, ...MISUSE_PROBLEMS];
    expect(hidden.filter((code) => Object.hasOwn(texts, code))).toEqual([]);
    for (const [code, text] of Object.entries(texts))
      expect([code, hasJapanese(text)]).toEqual([code, language === 'japanese']);
  });
});
