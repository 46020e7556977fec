import { eitImageWidth } from '@yamori/signal';
import type { Box } from '../surface/surface.ts';

/** The bounding box of the body in the image, in pixels of the 32 × 32 grid. */
type BodyBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** The layout of the view, in device pixels. */
export type EitFrame = {
  /** The whole 32 × 32 image. */
  readonly image: Box;
  /** The body within the image. */
  readonly body: Box;
  readonly ring: {
    readonly x: number;
    readonly y: number;
    readonly radiusX: number;
    readonly radiusY: number;
    readonly dot: number;
  };
  readonly bar: Box;
  readonly ribbon: Box;
};

const RING_CSS_PX = 20;
const BAR_CSS_PX = 12;
const BAR_ROOM_CSS_PX = 64;
const RIBBON_CSS_PX = 4;

/**
 * Lays out the view: the image with its ring of electrodes in the middle, the scale bar on the
 * right, the quality ribbon at the bottom.
 */
export function layOutEit(
  width: number,
  height: number,
  pixelRatio: number,
  body: BodyBox,
): EitFrame {
  const ring = RING_CSS_PX * pixelRatio;
  const barRoom = BAR_ROOM_CSS_PX * pixelRatio;
  const ribbonHeight = RIBBON_CSS_PX * pixelRatio;
  const bodyWidth = body.right - body.left;
  const bodyHeight = body.bottom - body.top;
  const roomWidth = width - barRoom - ring * 4.4;
  const roomHeight = height - ribbonHeight * 3 - ring * 4.4;
  const cell = Math.max(1, Math.min(roomWidth / bodyWidth, roomHeight / bodyHeight));
  const centreX = (width - barRoom) / 2;
  const centreY = (height - ribbonHeight * 3) / 2;
  const bodyOnView = {
    x: centreX - (bodyWidth * cell) / 2,
    y: centreY - (bodyHeight * cell) / 2,
    width: bodyWidth * cell,
    height: bodyHeight * cell,
  };
  const side = cell * eitImageWidth;
  return {
    image: {
      x: bodyOnView.x - body.left * cell,
      y: bodyOnView.y - body.top * cell,
      width: side,
      height: side,
    },
    body: bodyOnView,
    ring: {
      x: centreX,
      y: centreY,
      radiusX: bodyOnView.width / 2 + ring * 0.75,
      radiusY: bodyOnView.height / 2 + ring * 0.75,
      dot: ring * 0.36,
    },
    bar: {
      x: width - barRoom + 8 * pixelRatio,
      y: centreY - Math.min(bodyOnView.height, height * 0.7) / 2,
      width: BAR_CSS_PX * pixelRatio,
      height: Math.min(bodyOnView.height, height * 0.7),
    },
    ribbon: { x: 0, y: height - ribbonHeight, width, height: ribbonHeight },
  };
}

export function getBodyBox(mask: Uint8Array): BodyBox {
  const box = { left: eitImageWidth, top: eitImageWidth, right: 0, bottom: 0 };
  for (const [pixel, inside] of mask.entries()) {
    if (inside === 0) continue;
    const [row, column] = [Math.floor(pixel / eitImageWidth), pixel % eitImageWidth];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column + 1);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row + 1);
  }
  return box;
}
