import { describe, expect, it } from 'vitest';
import { createByteFormatter } from './byte-formatter.ts';

describe('a number of bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [12_345, '12.3 kB'],
    [250_000_000, '250 MB'],
    [3_210_000_000, '3.21 GB'],
    [5e15, '5,000 TB'],
  ])('%d bytes are written as %s', (bytes, words) => {
    expect(createByteFormatter('ja')(bytes)).toBe(words);
  });
});
