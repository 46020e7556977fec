import { ROUTES } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { firstWords as englishFirst } from './en/first-words.ts';
import { joinWords as englishJoin } from './en/join-words.ts';
import { wardWords as englishWard } from './en/ward-words.ts';
import { words as english } from './en/words.ts';
import { firstWords as japaneseFirst } from './ja/first-words.ts';
import { joinWords as japaneseJoin } from './ja/join-words.ts';
import { wardWords as japaneseWard } from './ja/ward-words.ts';
import { words as japanese } from './ja/words.ts';
import { startTranslation } from './translation.ts';

type Leaf = readonly [key: string, text: string];

const leaves = (value: unknown, key = ''): Leaf[] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value ?? {}).flatMap(([name, inner]) =>
        leaves(inner, key === '' ? name : `${key}.${name}`),
      );
const names = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

const ja = new Map(leaves(japanese));
const en = new Map(leaves(english));

describe('texts', () => {
  it('texts exist in both languages', () => {
    expect([...en.keys()].toSorted()).toEqual([...ja.keys()].toSorted());
  });

  it('texts take the same arguments in both', () => {
    for (const [key, text] of ja)
      expect([key, names(en.get(key) ?? '')]).toEqual([key, names(text)]);
  });

  it('texts name every route', () => {
    const known = new Set(Object.keys(japanese.routes));
    expect(
      ROUTES.filter((route) => route.sameAs === undefined && !known.has(route.id)).map(
        (route) => route.id,
      ),
    ).toEqual([]);
  });

  it('texts describe only existing routes', () => {
    const routes = new Set<string>(ROUTES.map(({ id }) => id));
    expect(Object.keys(japanese.plans).filter((id) => !routes.has(id))).toEqual([]);
  });

  it.each([
    ['ja', japaneseFirst, { join: japaneseJoin, ward: japaneseWard }],
    ['en', englishFirst, { join: englishJoin, ward: englishWard }],
  ] as const)(
    'texts of %s in the first part occur once, and a later part adds to them',
    async (language, first, later) => {
      for (const [part, bundles] of Object.entries(later) as ['join' | 'ward', object][]) {
        const added = leaves(bundles).map(([key]) => key);
        const before = leaves(first).map(([key]) => key);
        expect(added.filter((key) => before.includes(key))).toEqual([]);
        const translation = await startTranslation(language, ['first', part]);
        const said = (key: string): boolean =>
          translation.exists(key.replace('.', ':').replace(/_(one|other)$/, ''), { count: 1 });
        expect([...before, ...added].filter((key) => !said(key))).toEqual([]);
      }
    },
  );

  it('texts name the exits of a dialog consistently: cancelling an action, closing information, stopping a process', () => {
    const endings = [...ja]
      .filter(([key]) => /\.(cancel|cancelFinding|close|stop)$/.test(key))
      .map(([, text]) => text);
    expect([...ja.values()].filter((text) => text.includes('キャンセル'))).toEqual([]);
    expect(
      endings.filter((text) => ['中止', '止める', '取り消す', 'やめます'].includes(text)),
    ).toEqual([]);
    expect([ja.get('dialogs.cancel'), ja.get('dialogs.close'), ja.get('list.bulk.stop')]).toEqual([
      'やめる',
      '閉じる',
      '中止する',
    ]);
  });

  it('texts are never empty', () => {
    expect([...ja, ...en].filter(([, text]) => text === '')).toEqual([]);
  });
});
