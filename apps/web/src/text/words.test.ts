import { ROUTES } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { words as english } from './en/words.ts';
import { words as japanese } from './ja/words.ts';

type Leaf = readonly [key: string, text: string];

const leaves = (value: unknown, key = ''): Leaf[] =>
  typeof value === 'string' ? [[key, value]] : Object.entries(value ?? {}).flatMap(([name, inner]) => leaves(inner, key === '' ? name : `${key}.${name}`));
const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

const ja = new Map(leaves(japanese));
const en = new Map(leaves(english));

describe('words', () => {
  it('exist in both languages', () => {
    expect([...en.keys()].toSorted()).toEqual([...ja.keys()].toSorted());
  });

  it('take the same arguments in both', () => {
    for (const [key, text] of ja) expect([key, names(en.get(key) ?? '')]).toEqual([key, names(text)]);
  });

  it('name every route', () => {
    const known = new Set(Object.keys(japanese.routes));
    expect(ROUTES.filter((route) => route.sameAs === undefined && !known.has(route.id)).map((route) => route.id)).toEqual([]);
  });

  it('plan only for routes that there are', () => {
    const routes = new Set<string>(ROUTES.map(({ id }) => id));
    expect(Object.keys(japanese.plans).filter((id) => !routes.has(id))).toEqual([]);
  });

  it('are empty nowhere', () => {
    expect([...ja, ...en].filter(([, text]) => text === '')).toEqual([]);
  });
});
