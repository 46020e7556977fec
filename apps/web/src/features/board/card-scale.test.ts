import { describe, expect, it } from 'vitest';
import { LARGE_CARD, computeScale, SMALL_CARD } from './card-scale.ts';

describe('computeScale', () => {
  it.each([
    ['small', SMALL_CARD],
    ['large', LARGE_CARD],
  ] as const)(
    'returns the minimum size for the smallest %s card, which is narrow',
    (_name, look) => {
      expect(computeScale(look.minWidth, look.cardHeight, look)).toEqual({
        unit: 1,
        isNarrow: true,
      });
    },
  );

  it.each([
    ['small', SMALL_CARD],
    ['large', LARGE_CARD],
  ] as const)('grows with a %s card by its tighter side', (_name, look) => {
    const { minWidth, cardHeight } = look;
    const grown = computeScale(minWidth * 2, cardHeight * 2, look).unit;
    expect(grown).toBeGreaterThan(1.9);
    expect(computeScale(minWidth * 2, cardHeight, look).unit).toBe(1);
    expect(computeScale(minWidth, cardHeight * 2, look).unit).toBe(1);
    expect(computeScale(minWidth * 3, cardHeight * 2, look).unit).toBe(
      computeScale(minWidth * 4, cardHeight * 2, look).unit,
    );
  });

  it('reports a card as narrow up to a width', () => {
    expect([213, 214].map((width) => computeScale(width, 104, SMALL_CARD).isNarrow)).toEqual([
      true,
      false,
    ]);
    expect([299, 300].map((width) => computeScale(width, 140, LARGE_CARD).isNarrow)).toEqual([
      true,
      false,
    ]);
  });

  it('returns the minimum size before the board is measured', () =>
    expect(computeScale(0, 104, SMALL_CARD).unit).toBe(1));
});
