import { expect, it } from 'vitest';
import { sequenceDistance } from './frame-layout.ts';

const LAST = 2 ** 32 - 1;

it.each([
  [7, 7, 0],
  [7, 8, 1],
  [8, 7, LAST],
  [LAST, 0, 1],
  [0, LAST, LAST],
  [LAST - 1, 3, 5],
])('sequenceDistance(%i, %i) is %i', (from, to, distance) => {
  expect(sequenceDistance(from, to)).toBe(distance);
});
