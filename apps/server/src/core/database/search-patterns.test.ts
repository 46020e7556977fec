import { describe, expect, it } from 'vitest';
import { searchPatterns } from './search-patterns.ts';

describe('searchPatterns', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['  Akane  ', [['%akane%']]],
    ['ab　cd', [['%ab%'], ['%cd%']]],
    ['１Ａ', [['%１ａ%', '%1a%']]],
    ['100%_\\', [['%100\\%\\_\\\\%']]],
  ])('splits %j into escaped lower-case patterns', (typed, patterns) => {
    expect(searchPatterns(typed)).toEqual(patterns);
  });

  it('limits the number of patterns to eight', () => {
    expect(searchPatterns('a b c d e f g h i j')).toHaveLength(8);
  });
});
