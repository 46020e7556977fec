import { describe, expect, it } from 'vitest';
import { layOutWall, stabilizeWallLayout } from './wall-layout.ts';

describe('layOutWall', () => {
  it.each([
    [1700, 960],
    [1880, 900],
  ])('shows 24 tiles on %i × %i without a second page', (width, height) => {
    const { columns, rows, tilesPerPage, scrolls } = layOutWall(width, height, 24);
    expect([columns * rows >= 24, tilesPerPage >= 24, scrolls]).toEqual([true, true, false]);
  });

  it('fills a small laptop with readable tiles and pages the rest', () => {
    const { tilesPerPage, columns, rows } = layOutWall(1142, 640, 24);
    expect(tilesPerPage).toBeGreaterThanOrEqual(15);
    expect(columns * rows).toBeLessThanOrEqual(tilesPerPage);
  });

  it('scrolls through one column on a telephone', () => {
    expect(layOutWall(366, 600, 24)).toMatchObject({ columns: 1, scrolls: true });
  });

  it('gives few rooms large tiles', () => {
    expect(layOutWall(1700, 960, 2)).toMatchObject({ columns: 2, rows: 1 });
  });

  it('lays out a wall that has no size yet', () => {
    expect(layOutWall(700, 0, 0).tilesPerPage).toBeGreaterThan(0);
  });
});

describe('stabilizeWallLayout', () => {
  const [width, height] = [1142, 598];
  const before = stabilizeWallLayout(null, width, height, 14);

  it('keeps the columns while a notice takes some of the height, where a new layout would move the rooms', () => {
    expect(layOutWall(width, height - 50, 14).columns).not.toBe(before.layout.columns);
    expect(stabilizeWallLayout(before, width, height - 50, 14)).toBe(before);
    expect(stabilizeWallLayout(before, width, height, 14)).toBe(before);
  });

  it.each([
    ['another width', width - 200, height, 14],
    ['a wall that got too low', width, 360, 14],
    ['a much higher one', width, 1400, 14],
    ['more rooms', width, height, 16],
  ])('computes a new layout for %s', (_what, newWidth, newHeight, count) => {
    expect(stabilizeWallLayout(before, newWidth, newHeight, count)).toEqual({
      layout: layOutWall(newWidth, newHeight, count),
      widthPx: newWidth,
      heightPx: newHeight,
      count,
    });
  });

  it('settles on a wall that is too low for any tile', () => {
    const low = stabilizeWallLayout(null, width, 60, 14);
    expect(stabilizeWallLayout(low, width, 60, 14)).toBe(low);
  });

  it('shows rooms of a second page as soon as there is height for them', () => {
    const paged = stabilizeWallLayout(null, width, 400, 30);
    expect(stabilizeWallLayout(paged, width, 410, 30)).toBe(paged);
    expect(stabilizeWallLayout(paged, width, 560, 30).layout.tilesPerPage).toBeGreaterThan(
      paged.layout.tilesPerPage,
    );
  });
});
