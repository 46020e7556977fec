import { describe, expect, it } from 'vitest';
import { searchPatterns } from './search-patterns.ts';

describe('words that are searched for', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['  Akane  ', [['%akane%']]],
    ['ab　cd', [['%ab%'], ['%cd%']]],
    ['１Ａ', [['%１ａ%', '%1a%']]],
    ['100%_\\', [['%100\\%\\_\\\\%']]],
  ])('of %j', (typed, patterns) => {
    expect(searchPatterns(typed)).toEqual(patterns);
  });

  it('are eight at most', () => {
    expect(searchPatterns('a b c d e f g h i j')).toHaveLength(8);
  });
});
