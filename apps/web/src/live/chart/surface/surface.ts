export type Surface2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type SurfaceCanvas = HTMLCanvasElement | OffscreenCanvas;

/** An opaque drawing surface; it may be shown without waiting for the page. */
export const openSurface = (canvas: SurfaceCanvas): Surface2D =>
  open(canvas, { alpha: false, desynchronized: true });

/** A surface that starts clear, for pictures that are drawn on others. */
export const openClearSurface = (canvas: SurfaceCanvas): Surface2D => open(canvas, { alpha: true });

function open(canvas: SurfaceCanvas, options: CanvasRenderingContext2DSettings): Surface2D {
  const context = isPageCanvas(canvas)
    ? canvas.getContext('2d', options)
    : canvas.getContext('2d', options);
  if (context === null) throw new Error('this browser gives no 2D drawing surface');
  return context;
}

/** A worker knows no HTMLCanvasElement, an old browser no OffscreenCanvas. */
const isPageCanvas = (canvas: SurfaceCanvas): canvas is HTMLCanvasElement =>
  typeof HTMLCanvasElement === 'function' && canvas instanceof HTMLCanvasElement;

/** A rectangle in device pixels. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
