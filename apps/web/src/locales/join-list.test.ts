import { expect, it } from 'vitest';
import { joinList } from './join-list.ts';

it('each language joins lists in its own style', () => {
  expect([
    joinList('ja', ['a', 'b', 'c']),
    joinList('en', ['a', 'b', 'c']),
    joinList('en', ['a']),
  ]).toEqual(['a、b、c', 'a, b and c', 'a']);
});
