import { stabilizeLayout, type ComputedLayout } from '../../../kit/list/stable-layout.ts';

/** Layout of the tiles on the wall. */
export type WallLayout = {
  readonly columns: number;
  readonly rows: number;
  readonly tilesPerPage: number;
  /**
   * Narrow screens scroll through one column; wide ones show a page at a time without scrolling.
   */
  readonly scrolls: boolean;
};

const WALL_GAP_PX = 8;
const MIN_TILE_WIDTH_PX = 204;
const MIN_TILE_HEIGHT_PX = 132;
const NARROW_PX = 640;
const TILES_ON_NARROW = 24;
/** A tile reads best a little wider than high. */
const BEST_ASPECT = 1.7;

/**
 * The layout of `count` tiles on a wall of this size: as many as fit in a readable size, with the
 * best aspect ratio.
 */
export function layOutWall(widthPx: number, heightPx: number, count: number): WallLayout {
  if (widthPx < NARROW_PX)
    return {
      columns: widthPx < 420 ? 1 : 2,
      rows: Math.ceil(count / (widthPx < 420 ? 1 : 2)),
      tilesPerPage: TILES_ON_NARROW,
      scrolls: true,
    };
  const most = (size: number, least: number): number =>
    Math.max(1, Math.floor((size + WALL_GAP_PX) / (least + WALL_GAP_PX)));
  const maxColumns = most(widthPx, MIN_TILE_WIDTH_PX);
  const maxRows = most(heightPx, MIN_TILE_HEIGHT_PX);
  const tilesPerPage = maxColumns * maxRows;
  const shown = Math.max(1, Math.min(count, tilesPerPage));
  let best = { columns: maxColumns, rows: maxRows };
  let bestLoss = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= maxColumns; columns++) {
    const rows = Math.ceil(shown / columns);
    if (rows > maxRows) continue;
    const loss = shapeLoss(widthPx, heightPx, columns, rows) + (columns * rows - shown) / shown;
    if (loss < bestLoss) {
      best = { columns, rows };
      bestLoss = loss;
    }
  }
  return { ...best, tilesPerPage, scrolls: false };
}

/** Minimum height of tiles under a banner above the wall, before rooms change places. */
const MIN_TILE_UNDER_BANNER_PX = 108;

/**
 * Like `layOutWall`, but a banner above the wall makes the tiles lower and does not move them, as
 * long as they stay readable and no further rooms fit on the page.
 */
export function stabilizeWallLayout(
  before: ComputedLayout<WallLayout> | null,
  widthPx: number,
  heightPx: number,
  count: number,
): ComputedLayout<WallLayout> {
  const layout = layOutWall(widthPx, heightPx, count);
  return stabilizeLayout({
    before,
    widthPx,
    heightPx,
    count,
    layOut: () => layout,
    isUsable: ({ rows, tilesPerPage, scrolls }) => {
      const tileHeightPx = (heightPx - (rows - 1) * WALL_GAP_PX) / rows;
      const isReadable = scrolls || tileHeightPx >= MIN_TILE_UNDER_BANNER_PX;
      const holdsMore = layout.tilesPerPage > tilesPerPage && count > tilesPerPage;
      return isReadable && !holdsMore;
    },
  });
}

function shapeLoss(widthPx: number, heightPx: number, columns: number, rows: number): number {
  const width = (widthPx - (columns - 1) * WALL_GAP_PX) / columns;
  const height = (heightPx - (rows - 1) * WALL_GAP_PX) / rows;
  return Math.abs(Math.log(width / height / BEST_ASPECT));
}
