import { describe, expect, it } from 'vitest';
import { layOutWall, movedTo } from './wall-layout.ts';

describe('layOutWall', () => {
  it.each([[1700, 960], [1880, 900]])('shows 24 tiles on %i × %i without a second page', (width, height) => {
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

describe('movedTo', () => {
  it('moves by rows and columns and stays at the edges', () => {
    expect(['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft'].map((key) => movedTo(key, 7, 24, 6))).toEqual([8, 13, 1, 6]);
    expect([movedTo('ArrowLeft', 0, 24, 6), movedTo('ArrowDown', 20, 24, 6), movedTo('End', 3, 24, 6)]).toEqual([0, 20, 23]);
    expect(movedTo('x', 0, 24, 6)).toBeNull();
  });
});
