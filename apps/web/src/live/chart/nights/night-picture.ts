import { openSurface } from '../surface/surface.ts';
import type { PictureStyle } from './night-message.ts';
import type { NightPainter, NightView } from './night-painter.ts';
import type { TileShelves } from './tile-shelves.ts';

/** CSS pixels above the chart, and around it. */
const HEAD = 52;
const EDGE = 16;

/** The chart with a heading, so that a printed sheet says what it shows. */
function withHeading(
  chart: OffscreenCanvas,
  { palette, pixelRatio: px, heading, note }: PictureStyle,
): OffscreenCanvas {
  const picture = new OffscreenCanvas(
    chart.width + 2 * EDGE * px,
    chart.height + (HEAD + EDGE) * px,
  );
  const context = openSurface(picture);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = 'middle';
  for (const [text, y, size, weight, colour] of [
    [heading, 20, 17, 600, palette.text],
    [note, 40, 12, 400, palette.text2],
  ] as const) {
    context.font = `${weight} ${size * px}px ${palette.font}`;
    context.fillStyle = colour;
    context.fillText(text, EDGE * px, y * px, picture.width - 2 * EDGE * px);
  }
  context.drawImage(chart, EDGE * px, HEAD * px);
  return picture;
}

type PictureTakerOptions = {
  readonly store: TileShelves;
  readonly painter: NightPainter;
  readonly nowMs: () => number;
  readonly isClosed: () => boolean;
};

/** Maximum wait of a picture for its tiles. */
const TILES_TIMEOUT_MS = 5000;
const TILES_POLL_MS = 30;

/** Redraws views in full detail; waits for the tiles up to a limit. */
export function createPictureTaker({ store, painter, nowMs, isClosed }: PictureTakerOptions) {
  let finestMsPerPixel = Infinity;
  return {
    /** The detail that the picture in progress needs; infinite without one. */
    finestMsPerPixel: () => finestMsPerPixel,
    async take(seen: NightView, look: PictureStyle): Promise<Blob> {
      const canvas = new OffscreenCanvas(
        Math.round(seen.size.cssWidth * look.pixelRatio),
        Math.round(seen.size.cssHeight * look.pixelRatio),
      );
      const view: NightView = {
        ...seen,
        canvas,
        spec: { ...seen.spec, palette: look.palette },
        size: { ...seen.size, pixelRatio: look.pixelRatio },
        cursors: { ...seen.cursors, atMs: null },
      };
      const { msPerPixel } = painter.getPlace(view);
      const untilMs = nowMs() + TILES_TIMEOUT_MS;
      finestMsPerPixel = msPerPixel;
      store.want(view.window, msPerPixel);
      while (!store.isSharp(view.window, msPerPixel) && nowMs() < untilMs && !isClosed())
        await new Promise((resolve) => {
          setTimeout(resolve, TILES_POLL_MS);
        });
      finestMsPerPixel = Infinity;
      painter.paint(view, null);
      return withHeading(canvas, look).convertToBlob({ type: 'image/png' });
    },
  };
}
