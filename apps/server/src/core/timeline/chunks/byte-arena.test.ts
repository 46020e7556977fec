import { describe, expect, it } from 'vitest';
import { createByteArena, cut } from './byte-arena.ts';

const text = (...words: string[]): Uint8Array[] => words.map((word) => Buffer.from(word));

describe('createByteArena', () => {
  it('allocates contiguous parts, and separate memory beyond its size', () => {
    const arena = createByteArena(10);
    const parts = [4, 5, 4, 1].map((length) => arena.take(length));
    expect(parts.map((part) => part.length)).toEqual([4, 5, 4, 1]);
    expect(parts.map((part) => [part.buffer === parts[0]?.buffer, part.byteOffset])).toEqual([
      [true, 0],
      [true, 4],
      [false, 0],
      [true, 9],
    ]);
    arena.clear();
    expect(arena.take(10).byteOffset).toBe(0);
  });
});

describe('cut', () => {
  it('joins parts and returns their positions', () => {
    const { joined, at, length } = cut(text('abc', '', 'de'));
    expect([joined.toString(), at, length]).toEqual(['abcde', [1, 4, 4], [3, 0, 2]]);
    expect(cut([]).joined).toHaveLength(0);
  });

  it('copies parts only when they are not contiguous', () => {
    const arena = createByteArena(10);
    const parts = text('abc', 'de', 'fgh').map((word) => {
      const part = arena.take(word.length);
      part.set(word);
      return part;
    });
    const [first, second, third] = parts;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('no parts');
    expect(cut(parts).joined.buffer).toBe(first.buffer);
    expect(cut(parts).joined.toString()).toBe('abcdefgh');
    expect([
      cut([second, third]).joined.toString(),
      cut([first, third]).joined.toString(),
      cut([third, first]).joined.toString(),
    ]).toEqual(['defgh', 'abcfgh', 'fghabc']);
    expect(cut([first, third]).joined.buffer).not.toBe(first.buffer);
  });
});
