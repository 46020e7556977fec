import { expect, it } from 'vitest';
import { listWords } from './list-words.ts';

it('each language joins lists in its own style', () => {
  expect([
    listWords('ja', ['a', 'b', 'c']),
    listWords('en', ['a', 'b', 'c']),
    listWords('en', ['a']),
  ]).toEqual(['a、b、c', 'a, b and c', 'a']);
});
