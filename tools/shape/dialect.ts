import type { Passage } from './source-facts.ts';

/**
 * Words and phrases that standard technical English does without. Each has a plain replacement: a
 * named actor, "is stored", "is sent", "method", "message", "next to", "immediately".
 */
const PHRASES = [
  'whoever',
  'whomever',
  'whatever',
  '(?:some|no|any)body',
  'what (?:is|was|are|were|became)',
  'of its own',
  'told',
  'tells? of',
  '(?:is|are|was|were) none',
  'anew',
  'stands',
  'lies',
  'comes to',
  'goes',
  'beside',
  'meanwhile',
  'at once',
  'as it were',
  'that there (?:is|are)',
  'which is to be',
  'looks? after',
  'looked at',
  'by itself',
  '(?:is|are|was|were) kept',
  'a hand',
  'standing',
  'turns',
  'ways?',
  'words',
];

/** The groups that a native reader notices first. */
const CLEAREST_PHRASES = [
  'whoever',
  'whatever',
  '(?:some|no|any)body',
  'told',
  'what (?:is|was|are|were|became)',
  '(?:is|are|was|were) none',
  'anew',
  'looked at',
];

export type Rate = { readonly perTenThousand: number; readonly places: readonly string[] };
export type PlacedPassage = Passage & { readonly path: string };

export const rateDialect = (passages: readonly PlacedPassage[]): Rate =>
  ratePhrases(passages, PHRASES);
export const rateClearestDialect = (passages: readonly PlacedPassage[]): Rate =>
  ratePhrases(passages, CLEAREST_PHRASES);

function ratePhrases(passages: readonly PlacedPassage[], phrases: readonly string[]): Rate {
  const pattern = new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'gi');
  const words = passages.reduce((sum, { text }) => sum + countWords(text), 0);
  const places = passages.flatMap(({ path, line, text }) =>
    [...joinLines(text).matchAll(pattern)].map(([phrase]) => `${path}:${line} "${phrase}"`),
  );
  return { perTenThousand: words === 0 ? 0 : (places.length * 10_000) / words, places };
}

const countWords = (text: string): number => text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0;
/** A phrase may break over the lines of a comment. */
const joinLines = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
