import type { Box, Surface2D } from '../surface/surface.ts';
import type { NightPalette, TimeWindow } from './night-spec.ts';

/**
 * Shared context of every painter of a drawing. All canvas lengths are device pixels; `px` of them
 * make a CSS pixel.
 */
export type Pen = {
  readonly context: Surface2D;
  readonly palette: NightPalette;
  readonly px: number;
  readonly window: TimeWindow;
  readonly msPerPixel: number;
};

export const timeToX = (pen: Pen, box: Box, atMs: number): number =>
  box.x + (atMs - pen.window.fromMs) / pen.msPerPixel;

export function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  look: { colour: string; size?: number; weight?: number; align?: CanvasTextAlign; most?: number },
): void {
  const { context } = pen;
  context.font = `${look.weight ?? 400} ${Math.round((look.size ?? 12) * pen.px)}px ${pen.palette.font}`;
  context.textAlign = look.align ?? 'left';
  context.textBaseline = 'middle';
  context.fillStyle = look.colour;
  if (look.most === undefined) context.fillText(text, x, y);
  else context.fillText(text, x, y, look.most);
}

export const measureText = (pen: Pen, text: string, size: number, weight = 400): number => {
  pen.context.font = `${weight} ${Math.round(size * pen.px)}px ${pen.palette.font}`;
  return pen.context.measureText(text).width;
};

/** Clips everything that `draw` draws to the box. */
export function inside<Drawn>(pen: Pen, box: Box, draw: () => Drawn): Drawn {
  pen.context.save();
  pen.context.beginPath();
  pen.context.rect(box.x, box.y, box.width, box.height);
  pen.context.clip();
  const drawn = draw();
  pen.context.restore();
  return drawn;
}
