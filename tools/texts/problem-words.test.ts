import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  NEVER_ANSWERED,
  PROBLEM_STATUS,
} from '../../apps/server/src/core/http/testing/problem-table.ts';
import { words as english } from '../../apps/web/src/locales/en/words.ts';
import { words as japanese } from '../../apps/web/src/locales/ja/words.ts';
import { hasJapanese } from './fixed-texts.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Problem codes that the browser code defines. */
function codesOfClient(): string[] {
  const folder = join(ROOT, 'apps/web/src');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)(testing|text)\//.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return [
    ...new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/(?:refuse\(|\{ code: )'([a-z-]+)'/g)].map((match) => match[1] ?? ''),
      ),
    ),
  ].toSorted();
}

/** Programming errors that no release shows. Users would see a generic message with the code. */
const PROGRAMMING = new Set([
  'batch-sent',
  'query-select-live',
  'unique-key-missing',
  'fields-empty',
]);

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  japanese: japanese.problems,
  english: english.problems,
};

describe.each(Object.entries(words))('problems in %s', (language, texts) => {
  it('a message exists for every code that the server returns', () => {
    const codes = Object.keys(PROBLEM_STATUS);
    expect(codes.filter((code) => !Object.hasOwn(texts, code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(100);
  });

  it('a message exists for every code that the browser code defines', () => {
    const codes = codesOfClient().filter((code) => !PROGRAMMING.has(code));
    expect(codes.filter((code) => !Object.hasOwn(texts, code))).toEqual([]);
    expect(codes).toEqual(
      expect.arrayContaining(['network-unreachable', 'reply-invalid', 'limit-commands']),
    );
  });

  it('no message exists for internal codes, and each is in its own language', () => {
    expect(NEVER_ANSWERED.filter((code) => Object.hasOwn(texts, code))).toEqual([]);
    for (const [code, text] of Object.entries(texts))
      expect([code, hasJapanese(text)]).toEqual([code, language === 'japanese']);
  });
});
