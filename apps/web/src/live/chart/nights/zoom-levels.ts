import type { TimeWindow } from './night-spec.ts';

/** Tiles of a level: `columns` columns of `columnMs` each, at multiples of their length. */
type TileLevel = { readonly columnMs: number; readonly columns: number };

/**
 * Finest first. The server stores widths of 1 s, 10 s and 2 min; the rest are multiples of these,
 * or computed from samples.
 */
export const TILE_LEVELS: readonly TileLevel[] = [
  { columnMs: 1, columns: 8192 },
  { columnMs: 8, columns: 8192 },
  { columnMs: 125, columns: 4096 },
  { columnMs: 1000, columns: 4096 },
  { columnMs: 10_000, columns: 4096 },
  { columnMs: 120_000, columns: 4096 },
  { columnMs: 960_000, columns: 2048 },
];
/** Streams faster than this use columns even at 8 ms. */
const FAST_HZ = 375;

const getSpan = (level: number): number => {
  const { columnMs, columns } = TILE_LEVELS[level] ?? { columnMs: 1, columns: 1 };
  return columnMs * columns;
};

/** The coarsest level whose columns are no wider than a pixel, else the finest. */
export function levelFor(msPerPixel: number, fastestHz: number): number {
  const finest = fastestHz > FAST_HZ ? 0 : 1;
  for (let level = TILE_LEVELS.length - 1; level > finest; level--)
    if ((TILE_LEVELS[level]?.columnMs ?? 0) <= msPerPixel) return level;
  return finest;
}

export function listTiles({ fromMs, toMs }: TimeWindow, level: number): number[] {
  const span = getSpan(level);
  const first = Math.floor(fromMs / span);
  return Array.from({ length: Math.ceil(toMs / span) - first }, (_, index) => first + index);
}

export const getTileRange = (level: number, index: number): TimeWindow => ({
  fromMs: index * getSpan(level),
  toMs: (index + 1) * getSpan(level),
});
