import { describe, expect, it } from 'vitest';
import { LARGE_CARD, scaleOf, SMALL_CARD } from './card-scale.ts';

describe('what is written on a card', () => {
  it.each([
    ['small', SMALL_CARD],
    ['large', LARGE_CARD],
  ] as const)('has its least size on the least %s card, which is narrow', (_name, look) => {
    expect(scaleOf(look.leastWidth, look.cardHeight, look)).toEqual({ unit: 1, isNarrow: true });
  });

  it.each([
    ['small', SMALL_CARD],
    ['large', LARGE_CARD],
  ] as const)('grows with a %s card by the side that has less room', (_name, look) => {
    const { leastWidth, cardHeight } = look;
    const grown = scaleOf(leastWidth * 2, cardHeight * 2, look).unit;
    expect(grown).toBeGreaterThan(1.9);
    expect(scaleOf(leastWidth * 2, cardHeight, look).unit).toBe(1);
    expect(scaleOf(leastWidth, cardHeight * 2, look).unit).toBe(1);
    expect(scaleOf(leastWidth * 3, cardHeight * 2, look).unit).toBe(
      scaleOf(leastWidth * 4, cardHeight * 2, look).unit,
    );
  });

  it('is narrow up to a width', () => {
    expect([213, 214].map((width) => scaleOf(width, 104, SMALL_CARD).isNarrow)).toEqual([
      true,
      false,
    ]);
    expect([299, 300].map((width) => scaleOf(width, 140, LARGE_CARD).isNarrow)).toEqual([
      true,
      false,
    ]);
  });

  it('keeps its least size before there is a board', () =>
    expect(scaleOf(0, 104, SMALL_CARD).unit).toBe(1));
});
