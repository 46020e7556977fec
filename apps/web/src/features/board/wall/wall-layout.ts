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

/** Minimum height of tiles under a notice above the wall, before rooms change places. */
const STEADY_TILE_HEIGHT_PX = 108;
/**
 * Hysteresis (log ratio): rooms change places only if the new layout is better by this much, as
 * after a resize of the window but not for a notice.
 */
const RELAYOUT_THRESHOLD = 0.3;

/** A computed layout, with the width and the number of rooms that it is for. */
export type LaidOutWall = {
  readonly layout: WallLayout;
  readonly widthPx: number;
  readonly count: number;
};

/**
 * Updates the layout after a change of height: a banner of an alarm or a lost connection takes some
 * of it, and users should not have to search for a room at that time. Keeps the columns as long as
 * the tiles stay readable.
 */
export function stabilizeWallLayout(
  before: LaidOutWall | null,
  widthPx: number,
  heightPx: number,
  count: number,
): LaidOutWall {
  const layout = layOutWall(widthPx, heightPx, count);
  if (before === null || before.widthPx !== widthPx || before.count !== count)
    return { layout, widthPx, count };
  const old = before.layout;
  if (
    old.columns === layout.columns &&
    old.rows === layout.rows &&
    old.tilesPerPage === layout.tilesPerPage
  )
    return before;
  const rowHeightPx = (heightPx - (old.rows - 1) * WALL_GAP_PX) / old.rows;
  const isReadable = old.scrolls || rowHeightPx >= STEADY_TILE_HEIGHT_PX;
  const gain =
    shapeLoss(widthPx, heightPx, old.columns, old.rows) -
    shapeLoss(widthPx, heightPx, layout.columns, layout.rows);
  const holdsMore = layout.tilesPerPage > old.tilesPerPage && count > old.tilesPerPage;
  return isReadable && gain < RELAYOUT_THRESHOLD && !holdsMore
    ? before
    : { layout, widthPx, count };
}

function shapeLoss(widthPx: number, heightPx: number, columns: number, rows: number): number {
  const width = (widthPx - (columns - 1) * WALL_GAP_PX) / columns;
  const height = (heightPx - (rows - 1) * WALL_GAP_PX) / rows;
  return Math.abs(Math.log(width / height / BEST_ASPECT));
}

/** The index that a key leads to in a grid; null for keys that do not move. */
export function movedTo(key: string, index: number, count: number, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  const next = index + step;
  return next >= 0 && next < count ? next : index;
}
