export type Surface2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type SurfaceCanvas = HTMLCanvasElement | OffscreenCanvas;

/** An opaque drawing surface; the browser may present it without waiting for the page. */
export const openSurface = (canvas: SurfaceCanvas): Surface2D =>
  open(canvas, { alpha: false, desynchronized: true });

/** A transparent surface, for pictures that are drawn onto others. */
export const openClearSurface = (canvas: SurfaceCanvas): Surface2D => open(canvas, { alpha: true });

function open(canvas: SurfaceCanvas, options: CanvasRenderingContext2DSettings): Surface2D {
  const context = isPageCanvas(canvas)
    ? canvas.getContext('2d', options)
    : canvas.getContext('2d', options);
  if (context === null) throw new Error('this browser provides no 2D canvas context');
  return context;
}

/** A worker has no HTMLCanvasElement, an old browser no OffscreenCanvas. */
const isPageCanvas = (canvas: SurfaceCanvas): canvas is HTMLCanvasElement =>
  typeof HTMLCanvasElement === 'function' && canvas instanceof HTMLCanvasElement;

/** A rectangle in device pixels. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
