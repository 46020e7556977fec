import type { TrackBackground } from './track-background.ts';
import type { Box, Surface2D, SurfaceCanvas } from './surface.ts';

/**
 * Maps times to columns of a lane and moves the background as time passes. All lengths in device
 * pixels.
 */
export type TimeAxis = {
  /**
   * Advances to `playheadMs` and clears the room for it. False: too much time has passed (or it
   * went back), repaint everything.
   */
  advance(context: Surface2D, paper: TrackBackground, playheadMs: number): boolean;
  /** Paints the background for a full repaint up to `playheadMs`. */
  restart(context: Surface2D, paper: TrackBackground, playheadMs: number): void;
  /** The column of a time, not rounded. */
  getX(timeMs: number): number;
  /** The time drawn at a column, by the last playhead. */
  timeAt(x: number): number;
  /** Oldest time in the lane. */
  oldestMs(): number;
  /** Width after which the pen starts again from the left; infinite if it does not. */
  readonly wrapWidth: number;
  /**
   * How far a line of the past runs ahead of its time: the cleared bars of the lines after it hide
   * that much.
   */
  readonly aheadMs: number;
};

const ERASE_BAR_CSS_PX = 14;
/** A line of the past is complete: only the seam in front of the new stroke is cleared. */
const SEAM_CSS_PX = 2;

/**
 * The pen moves and the paper stays: a cleared bar runs ahead of the pen. `linesBack`: 0 for the
 * line that is being written.
 */
export function createSweepAxis(
  width: number,
  pxPerMs: number,
  pixelRatio: number,
  linesBack = 0,
): TimeAxis {
  const newestBarPx = Math.min(width / 4, ERASE_BAR_CSS_PX * pixelRatio);
  const seamPx = SEAM_CSS_PX * pixelRatio;
  const barPx = linesBack === 0 ? newestBarPx : seamPx;
  const windowMs = width / pxPerMs;
  let playhead = Number.NaN;
  let clearedPx = 0;
  const absolutePx = (timeMs: number): number => timeMs * pxPerMs;
  const column = (px: number): number => px - Math.floor(px / width) * width;
  const clear = (
    context: Surface2D,
    paper: TrackBackground,
    fromPx: number,
    toPx: number,
  ): void => {
    const from = Math.floor(column(fromPx));
    const to = from + Math.ceil(toPx - fromPx);
    paper.fill(context, from, Math.min(width, to), 0);
    if (to > width) paper.fill(context, 0, to - width, 0);
  };
  return {
    wrapWidth: width,
    aheadMs: linesBack === 0 ? 0 : (newestBarPx + (linesBack - 1) * seamPx + linesBack) / pxPerMs,
    advance(context, paper, playheadMs) {
      const movedMs = playheadMs - playhead;
      if (!(movedMs >= 0 && movedMs < windowMs / 2)) return false;
      const aheadPx = Math.floor(absolutePx(playheadMs) + barPx);
      if (aheadPx > clearedPx) {
        clear(context, paper, clearedPx, aheadPx);
        clearedPx = aheadPx;
      }
      playhead = playheadMs;
      return true;
    },
    restart(context, paper, playheadMs) {
      playhead = playheadMs;
      clearedPx = Math.floor(absolutePx(playheadMs) + barPx);
      paper.fill(context, 0, width, 0);
    },
    getX: (timeMs) => column(absolutePx(timeMs)),
    timeAt(x) {
      const behindPx = column(absolutePx(playhead)) - x;
      return playhead - (behindPx < 0 ? behindPx + width : behindPx) / pxPerMs;
    },
    oldestMs: () => playhead - windowMs + (barPx + 1) / pxPerMs,
  };
}

/** The paper moves in whole pixels; the pen stays at the right edge. */
export function createScrollAxis(canvas: SurfaceCanvas, box: Box, pxPerMs: number): TimeAxis {
  const { width, y, height } = box;
  let headPx = Number.NaN;
  const origin = (): number => width - 1 - headPx;
  return {
    wrapWidth: Number.POSITIVE_INFINITY,
    aheadMs: 0,
    advance(context, paper, playheadMs) {
      const nextPx = Math.floor(playheadMs * pxPerMs);
      const shift = nextPx - headPx;
      if (!(shift >= 0 && shift < width)) return false;
      if (shift === 0) return true;
      context.drawImage(canvas, shift, y, width - shift, height, 0, y, width - shift, height);
      headPx = nextPx;
      paper.fill(context, width - shift, width, origin());
      return true;
    },
    restart(context, paper, playheadMs) {
      headPx = Math.floor(playheadMs * pxPerMs);
      paper.fill(context, 0, width, origin());
    },
    getX: (timeMs) => timeMs * pxPerMs + origin(),
    timeAt: (x) => (x - origin()) / pxPerMs,
    oldestMs: () => (headPx - width) / pxPerMs,
  };
}
