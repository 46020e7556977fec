import { eitElectrodes, eitImageWidth } from '@yamori/signal';
import type { ChartPalette, EitRegionSet } from '../chart-spec.ts';
import type { Box, Surface2D } from '../surface/surface.ts';
import { type ColourScale, SCALE_STEPS } from './colour-scale.ts';
import type { EitFrame } from './eit-frame.ts';

export type ValueSpan = { readonly low: number; readonly high: number };

/** Fills a 32 × 32 bitmap with the colours of a scale; transparent outside the body. */
export function colourImage(
  bitmap: ImageData,
  pixels: Float32Array,
  mask: Uint8Array,
  scale: ColourScale,
  span: ValueSpan,
): void {
  const perUnit = (SCALE_STEPS - 1) / (span.high - span.low);
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const step = Math.min(
      SCALE_STEPS - 1,
      Math.max(0, Math.round(((pixels[pixel] ?? 0) - span.low) * perUnit)),
    );
    bitmap.data[pixel * 4] = scale[step * 3] ?? 0;
    bitmap.data[pixel * 4 + 1] = scale[step * 3 + 1] ?? 0;
    bitmap.data[pixel * 4 + 2] = scale[step * 3 + 2] ?? 0;
    bitmap.data[pixel * 4 + 3] = mask[pixel] === 1 ? 255 : 0;
  }
}

/**
 * Hatches the pixels that `chosen` marks, so that they differ by pattern and not only by colour.
 */
export function hatchPixels(
  context: Surface2D,
  image: Box,
  chosen: (pixel: number) => boolean,
  palette: ChartPalette,
  pixelRatio: number,
): void {
  const cell = image.width / eitImageWidth;
  context.save();
  context.beginPath();
  for (let pixel = 0; pixel < eitImageWidth * eitImageWidth; pixel++) {
    if (chosen(pixel))
      context.rect(
        image.x + (pixel % eitImageWidth) * cell,
        image.y + Math.floor(pixel / eitImageWidth) * cell,
        cell + 0.5,
        cell + 0.5,
      );
  }
  context.clip();
  context.strokeStyle = palette.text2;
  context.lineWidth = pixelRatio;
  context.beginPath();
  for (let offset = -image.height; offset < image.width; offset += 6 * pixelRatio) {
    context.moveTo(image.x + offset, image.y + image.height);
    context.lineTo(image.x + offset + image.height, image.y);
  }
  context.stroke();
  context.restore();
}

/** The outline of the chest, visible also while nothing moves. */
export function drawOutline(
  context: Surface2D,
  { body, ring }: EitFrame,
  palette: ChartPalette,
  pixelRatio: number,
): void {
  context.strokeStyle = palette.text2;
  context.globalAlpha = 0.5;
  context.lineWidth = 1.5 * pixelRatio;
  context.beginPath();
  context.ellipse(
    ring.x,
    ring.y,
    body.width / 2 + 2 * pixelRatio,
    body.height / 2 + 2 * pixelRatio,
    0,
    0,
    2 * Math.PI,
  );
  context.stroke();
  context.globalAlpha = 1;
}

/** Borders of the four regions; when one is selected the others are veiled. */
export function drawRegions(
  context: Surface2D,
  frame: EitFrame,
  set: EitRegionSet,
  chosen: number | null,
  palette: ChartPalette,
  pixelRatio: number,
): void {
  const { body } = frame;
  for (let region = 0; chosen !== null && region < 4; region++) {
    if (region === chosen) continue;
    const box = regionBox(body, set, region);
    context.globalAlpha = 0.6;
    context.fillStyle = palette.ground;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
  }
  context.save();
  context.strokeStyle = palette.text2;
  context.lineWidth = pixelRatio;
  context.globalAlpha = 0.55;
  context.setLineDash([3 * pixelRatio, 4 * pixelRatio]);
  context.beginPath();
  const line = (fromX: number, fromY: number, toX: number, toY: number): void => {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  };
  const middleX = body.x + body.width / 2;
  for (const share of set === 'layers' ? [0.25, 0.5, 0.75] : [0.5])
    line(body.x, body.y + body.height * share, body.x + body.width, body.y + body.height * share);
  if (set === 'quadrants') line(middleX, body.y, middleX, body.y + body.height);
  context.stroke();
  context.restore();
}

/** The box of a region: layers from front to back, quadrants by rows. */
export function regionBox(body: Box, set: EitRegionSet, region: number): Box {
  if (set === 'layers')
    return { ...body, y: body.y + (body.height * region) / 4, height: body.height / 4 };
  return {
    x: body.x + (region % 2) * (body.width / 2),
    y: body.y + Math.floor(region / 2) * (body.height / 2),
    width: body.width / 2,
    height: body.height / 2,
  };
}

/**
 * Sixteen electrodes around the body, clockwise from twelve o'clock; a failed one is crossed out
 * and numbered.
 */
export function drawElectrodes(
  context: Surface2D,
  { ring }: EitFrame,
  failed: readonly number[],
  palette: ChartPalette,
  pixelRatio: number,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `600 ${Math.round(ring.dot * 1.5)}px system-ui, sans-serif`;
  for (let electrode = 0; electrode < eitElectrodes; electrode++) {
    const angle = (electrode / eitElectrodes) * 2 * Math.PI - Math.PI / 2;
    const x = ring.x + ring.radiusX * Math.cos(angle);
    const y = ring.y + ring.radiusY * Math.sin(angle);
    const isFailed = failed.includes(electrode);
    context.beginPath();
    context.arc(x, y, isFailed ? ring.dot * 1.5 : ring.dot * 0.5, 0, 2 * Math.PI);
    context.fillStyle = isFailed ? palette.danger : palette.text2;
    context.fill();
    if (!isFailed) {
      if (electrode % 4 === 0)
        context.fillText(
          String(electrode + 1),
          x + ring.dot * 2 * Math.cos(angle),
          y + ring.dot * 2 * Math.sin(angle),
        );
      continue;
    }
    context.fillStyle = palette.ground;
    context.fillText(String(electrode + 1), x, y);
    context.strokeStyle = palette.danger;
    context.lineWidth = 2 * pixelRatio;
    context.beginPath();
    context.moveTo(x - ring.dot * 2.2, y + ring.dot * 2.2);
    context.lineTo(x + ring.dot * 2.2, y - ring.dot * 2.2);
    context.stroke();
  }
}

/** A cross at the centre of ventilation, outlined so that it shows on any colour. */
export function drawCentre(
  context: Surface2D,
  { body }: EitFrame,
  centre: { readonly x: number; readonly y: number },
  palette: ChartPalette,
  pixelRatio: number,
): void {
  const x = body.x + body.width * centre.x;
  const y = body.y + body.height * centre.y;
  const arm = 9 * pixelRatio;
  for (const [colour, width] of [
    [palette.ground, 5],
    [palette.text, 2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width * pixelRatio;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(x - arm, y);
    context.lineTo(x + arm, y);
    context.moveTo(x, y - arm);
    context.lineTo(x, y + arm);
    context.stroke();
  }
}

/** The scale with its ends and middle in percent. */
export function drawScaleBar(
  context: Surface2D,
  { bar }: EitFrame,
  scale: ColourScale,
  span: ValueSpan,
  palette: ChartPalette,
  pixelRatio: number,
): void {
  for (let y = 0; y < bar.height; y++) {
    const step = Math.round((1 - y / bar.height) * (SCALE_STEPS - 1)) * 3;
    context.fillStyle = `rgb(${scale[step] ?? 0} ${scale[step + 1] ?? 0} ${scale[step + 2] ?? 0})`;
    context.fillRect(bar.x, bar.y + y, bar.width, 1);
  }
  context.fillStyle = palette.text2;
  context.font = `${Math.round(11 * pixelRatio)}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const share of [0, 0.5, 1]) {
    const percent = 100 * (span.low + (span.high - span.low) * share);
    context.fillText(
      percent.toFixed(Math.abs(span.high) < 0.1 ? 1 : 0),
      bar.x + bar.width + 4 * pixelRatio,
      bar.y + bar.height * (1 - share),
    );
  }
}
