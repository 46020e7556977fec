import type { ChartPalette, LaneSpec } from '../chart-spec.ts';
import type { Box, Surface2D } from './surface.ts';

/** The background of a lane: colour, grid and lower border. All lengths in device pixels. */
export type TrackBackground = {
  /**
   * Paints columns `fromX` to `toX`; `originX` is the column of the grid's zero (it moves in scroll
   * mode).
   */
  fill(context: Surface2D, fromX: number, toX: number, originX: number): void;
};

type TrackBackgroundOptions = {
  readonly kind: LaneSpec['paper'];
  readonly palette: ChartPalette;
  readonly pxPerMm: number;
  readonly pxPerSecond: number;
  readonly box: Box;
  /** The area of the trace; its middle is the zero of a millimetre grid. */
  readonly plot: Box;
  /** Draw a lower border, because another lane follows. */
  readonly border: boolean;
};

/** Grid lines closer than this are omitted: they would only turn the background grey. */
const MIN_LINE_DISTANCE_PX = 3;
const SECOND_STEPS = [1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600];

export function createTrackBackground(options: TrackBackgroundOptions): TrackBackground {
  const { palette, box, plot, border } = options;
  const { fine, strong } = getLines(options);
  return {
    fill(context, fromX, toX, originX) {
      if (toX <= fromX) return;
      context.fillStyle = palette.ground;
      context.fillRect(fromX, box.y, toX - fromX, box.height);
      if (options.kind === 'millimetre') {
        context.fillStyle = palette.paper;
        drawRows(context, fine, box, plot, fromX, toX);
        drawColumns(context, fine, box, fromX, toX, originX);
        context.fillStyle = palette.paperStrong;
        drawRows(context, strong, box, plot, fromX, toX);
        drawColumns(context, strong, box, fromX, toX, originX);
      } else if (options.kind === 'seconds') {
        context.fillStyle = palette.line;
        drawColumns(context, strong, box, fromX, toX, originX);
      }
      if (!border) return;
      context.fillStyle = palette.line;
      context.fillRect(fromX, box.y + box.height - 1, toX - fromX, 1);
    },
  };
}

function getLines({ kind, pxPerMm, pxPerSecond }: TrackBackgroundOptions): {
  fine: number;
  strong: number;
} {
  if (kind === 'millimetre') return { fine: pxPerMm, strong: pxPerMm * 5 };
  const seconds = SECOND_STEPS.find((step) => step * pxPerSecond >= 40) ?? 3600;
  return { fine: 0, strong: seconds * pxPerSecond };
}

function drawRows(
  context: Surface2D,
  stepPx: number,
  box: Box,
  plot: Box,
  fromX: number,
  toX: number,
): void {
  if (stepPx < MIN_LINE_DISTANCE_PX) return;
  const middle = plot.y + plot.height / 2;
  for (let k = Math.ceil((box.y - middle) / stepPx); middle + k * stepPx < box.y + box.height; k++)
    context.fillRect(fromX, Math.round(middle + k * stepPx), toX - fromX, 1);
}

function drawColumns(
  context: Surface2D,
  stepPx: number,
  box: Box,
  fromX: number,
  toX: number,
  originX: number,
): void {
  if (stepPx < MIN_LINE_DISTANCE_PX) return;
  for (let k = Math.floor((fromX - originX) / stepPx); ; k++) {
    const x = Math.round(originX + k * stepPx);
    if (x >= toX) return;
    if (x >= fromX) context.fillRect(x, box.y, 1, box.height);
  }
}
