import { openSurface } from '../surface/surface.ts';
import type { PictureLook } from './night-message.ts';

/** CSS pixels above the chart, and around it. */
const HEAD = 52;
const EDGE = 16;

/** The chart with a heading, so that a printed sheet says what it shows. */
export function withHeading(
  chart: OffscreenCanvas,
  { palette, pixelRatio: px, heading, note }: PictureLook,
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
