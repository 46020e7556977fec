import { describe, expect, it } from 'vitest';
import { layOutCards, stabilizeCardLayout } from './card-layout.ts';

const SMALL = { minWidth: 152, cardHeight: 104, gap: 8, maxScale: 2 };
const WIDE = [1388, 900] as const;
const LAPTOP = [974, 570] as const;

describe('layOutCards', () => {
  it.each([
    [80, ...WIDE],
    [200, ...WIDE],
    [40, ...LAPTOP],
    [24, 366, 380],
  ])('%i rooms on %i × %i get cards of the minimum size', (count, width, height) => {
    const { columns, cardHeight } = layOutCards(width, height, count, SMALL);
    expect(cardHeight).toBe(104);
    expect(columns).toBe(Math.floor((width + 8) / 160));
  });

  it('fits the cards of sixty rooms on a screen of 1920 × 1080', () => {
    const { columns, cardHeight } = layOutCards(...WIDE, 60, SMALL);
    expect(Math.ceil(60 / columns) * (cardHeight + 8) - 8).toBeLessThanOrEqual(WIDE[1]);
  });

  it.each([
    [3, ...WIDE],
    [12, ...WIDE],
    [24, ...WIDE],
    [24, ...LAPTOP],
    [3, 366, 380],
  ])(
    'enlarges the cards of %i rooms on %i × %i, with all of them visible',
    (count, width, height) => {
      const { columns, cardHeight } = layOutCards(width, height, count, SMALL);
      const cardWidth = (width - (columns - 1) * 8) / columns;
      expect(cardHeight).toBeGreaterThan(104);
      expect(cardHeight).toBeLessThanOrEqual(208);
      expect(cardWidth).toBeGreaterThanOrEqual(152);
      expect(Math.ceil(count / columns) * (cardHeight + 8) - 8).toBeLessThanOrEqual(height);
    },
  );

  it('fills most of a large screen with the 24 rooms of a ward', () => {
    const { columns, cardHeight } = layOutCards(...WIDE, 24, SMALL);
    expect(Math.ceil(24 / columns) * (cardHeight + 8)).toBeGreaterThan(WIDE[1] * 0.9);
  });

  it('returns one column without a size', () =>
    expect(layOutCards(0, 0, 24, SMALL)).toEqual({ columns: 1, cardHeight: 104 }));
});

describe('stabilizeCardLayout', () => {
  const [width, height] = [1388, 800];
  const before = stabilizeCardLayout(null, width, height, 14, SMALL);

  it('keeps the columns and shrinks the cards when a banner appears', () => {
    expect(layOutCards(width, height - 60, 14, SMALL).columns).not.toBe(before.layout.columns);
    const { reference, layout } = stabilizeCardLayout(
      before.reference,
      width,
      height - 60,
      14,
      SMALL,
    );
    expect(reference).toBe(before.reference);
    expect([layout.columns, layout.cardHeight < before.layout.cardHeight]).toEqual([
      before.layout.columns,
      true,
    ]);
    expect(Math.ceil(14 / layout.columns) * (layout.cardHeight + 8) - 8).toBeLessThanOrEqual(
      height - 60,
    );
    expect(stabilizeCardLayout(reference, width, height, 14, SMALL).layout).toEqual(before.layout);
  });

  it.each([
    ['another width', 1100, 800, 14],
    ['another window', width, 500, 14],
    ['more rooms', width, height, 15],
  ])('computes a new layout for %s', (_what, newWidth, newHeight, count) => {
    expect(stabilizeCardLayout(before.reference, newWidth, newHeight, count, SMALL).layout).toEqual(
      layOutCards(newWidth, newHeight, count, SMALL),
    );
  });
});
