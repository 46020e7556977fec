import { eitImagePixels, eitImageWidth } from '@yamori/signal';
import type { EitViewSpec, ViewSize } from '../chart-spec.ts';
import type { EitReport, ViewReport } from '../engine/chart-report.ts';
import type { DeviceFeed } from '../engine/device-feed.ts';
import {
  openClearSurface,
  openSurface,
  type Surface2D,
  type SurfaceCanvas,
} from '../surface/surface.ts';
import { type ColourScale, divergingScale, sequentialScale } from './colour-scale.ts';
import type { EitFeed } from './eit-feed.ts';
import { getBodyBox, type EitFrame, layOutEit } from './eit-frame.ts';
import {
  colourImage,
  drawCentre,
  drawElectrodes,
  drawOutline,
  drawRegions,
  drawScaleBar,
  hatchPixels,
  type ValueSpan,
} from './eit-painter.ts';

const SILENT_SHARE = 0.1;
/** Minimum half range of the live image's scale; below it there is only noise. */
const MIN_CHANGE = 0.01;
/** The scale grows immediately to the strongest pixel and shrinks slowly. */
const FADE_PER_IMAGE = 0.995;
const RIBBON_CELLS = 120;

/**
 * A canvas with the EIT image of one device. It redraws for a new image or setting, at the device's
 * rate.
 */
export class EitView {
  readonly #canvas: SurfaceCanvas;
  readonly #context: Surface2D;
  readonly #small: OffscreenCanvas | HTMLCanvasElement;
  readonly #smallContext: Surface2D;
  readonly #bitmap: ImageData;
  readonly #held = new Float32Array(eitImagePixels);
  readonly #ribbon: number[] = [];
  #spec: EitViewSpec;
  #size: ViewSize;
  #frame: EitFrame | null = null;
  #scale: ColourScale;
  #stale = true;
  #shownMs = Number.NaN;
  #peak = MIN_CHANGE;
  #report: EitReport | null = null;

  constructor(canvas: SurfaceCanvas, spec: EitViewSpec, size: ViewSize) {
    this.#canvas = canvas;
    this.#context = openSurface(canvas);
    this.#small = createSmallCanvas();
    this.#smallContext = openClearSurface(this.#small);
    this.#bitmap = this.#smallContext.createImageData(eitImageWidth, eitImageWidth);
    this.#spec = spec;
    this.#size = size;
    this.#scale = scaleFor(spec);
  }

  get spec(): EitViewSpec {
    return this.#spec;
  }

  change(spec: EitViewSpec): void {
    this.#spec = spec;
    this.#scale = scaleFor(spec);
    this.#stale = true;
  }

  resize(size: ViewSize): void {
    this.#size = size;
    this.#frame = null;
    this.#stale = true;
  }

  step(feeds: ReadonlyMap<string, DeviceFeed>, nowMs: number): void {
    const eit = feeds.get(this.#spec.serial)?.eit ?? null;
    if (eit === null) {
      if (this.#stale) this.#clear();
      return;
    }
    this.#frame ??= this.#layOut(eit);
    const image =
      this.#spec.frozen && !Number.isNaN(this.#shownMs)
        ? null
        : eit.imageAt(eit.curves.clock.playheadMs(nowMs));
    const isNew = image !== null && image.timeMs !== this.#shownMs;
    if (!isNew && !this.#stale) return;
    if (isNew) {
      this.#held.set(image.pixels);
      this.#shownMs = image.timeMs;
      this.#noteQuality(eit.quality.usableShare);
    }
    this.#draw(eit, this.#frame);
    this.#stale = false;
  }

  report(viewId: number): ViewReport {
    return { viewId, lanes: [], ruler: null, eit: this.#report };
  }

  #draw(eit: EitFeed, frame: EitFrame): void {
    const { palette, image: kind, regions, selectedRegion } = this.#spec;
    const { pixelRatio } = this.#size;
    const { tidal } = eit;
    const pixels = kind === 'tidal' ? tidal?.breath.image : this.#held;
    const span = kind === 'tidal' ? tidalSpan(pixels) : this.#liveSpan(this.#held);
    const context = this.#context;
    context.fillStyle = palette.ground;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    if (pixels !== undefined) this.#drawPixels(eit, frame, pixels, span);
    drawOutline(context, frame, palette, pixelRatio);
    drawRegions(context, frame, regions, selectedRegion, palette, pixelRatio);
    if (tidal !== null && tidal.centre !== null)
      drawCentre(context, frame, tidal.centre, palette, pixelRatio);
    drawElectrodes(context, frame, eit.quality.failedElectrodes, palette, pixelRatio);
    drawScaleBar(context, frame, this.#scale, span, palette, pixelRatio);
    this.#drawRibbon(frame);
    this.#report = this.#getReport(eit, frame, span);
  }

  /** The scaled-up image and, in a tidal image, the silent spaces. */
  #drawPixels(
    { model }: EitFeed,
    { image }: EitFrame,
    pixels: Float32Array,
    span: ValueSpan,
  ): void {
    const context = this.#context;
    const isTidal = this.#spec.image === 'tidal';
    // Conductivity falls where air enters. The view shows air, so the sign is inverted; tidal
    // images are inverted already.
    colourImage(
      this.#bitmap,
      isTidal ? pixels : pixels.map((value) => -value),
      model.mask,
      this.#scale,
      span,
    );
    this.#smallContext.putImageData(this.#bitmap, 0, 0);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#small, image.x, image.y, image.width, image.height);
    if (!isTidal) return;
    hatchPixels(
      context,
      image,
      (pixel) => model.lungs[pixel] === 1 && (pixels[pixel] ?? 0) <= SILENT_SHARE * span.high,
      this.#spec.palette,
      this.#size.pixelRatio,
    );
  }

  #getReport({ tidal, quality }: EitFeed, frame: EitFrame, span: ValueSpan): EitReport {
    return {
      quality: quality.usableShare,
      failedElectrodes: quality.failedElectrodes.map((electrode) => electrode + 1),
      regionShares:
        (this.#spec.regions === 'layers' ? tidal?.layerShares : tidal?.quadrantShares) ?? [],
      centre: tidal?.centre ?? null,
      silentShare: tidal?.silentShare ?? null,
      scale: span,
      body: {
        left: frame.body.x / this.#canvas.width,
        top: frame.body.y / this.#canvas.height,
        width: frame.body.width / this.#canvas.width,
        height: frame.body.height / this.#canvas.height,
      },
    };
  }

  #layOut(eit: EitFeed): EitFrame {
    const { cssWidth, cssHeight, pixelRatio } = this.#size;
    this.#canvas.width = Math.max(1, Math.round(cssWidth * pixelRatio));
    this.#canvas.height = Math.max(1, Math.round(cssHeight * pixelRatio));
    this.#stale = true;
    return layOutEit(
      this.#canvas.width,
      this.#canvas.height,
      pixelRatio,
      getBodyBox(eit.model.mask),
    );
  }

  #clear(): void {
    const { cssWidth, cssHeight, pixelRatio } = this.#size;
    this.#canvas.width = Math.max(1, Math.round(cssWidth * pixelRatio));
    this.#canvas.height = Math.max(1, Math.round(cssHeight * pixelRatio));
    this.#context.fillStyle = this.#spec.palette.ground;
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#stale = false;
  }

  #liveSpan(pixels: Float32Array): ValueSpan {
    let strongest = MIN_CHANGE;
    for (const value of pixels) strongest = Math.max(strongest, Math.abs(value));
    this.#peak = Math.max(strongest, this.#peak * FADE_PER_IMAGE);
    return { low: -this.#peak, high: this.#peak };
  }

  #noteQuality(share: number): void {
    this.#ribbon.push(share);
    if (this.#ribbon.length > RIBBON_CELLS) this.#ribbon.shift();
  }

  /**
   * The share of usable readings in the last images (full, partial, poor), shown by height as well
   * as colour.
   */
  #drawRibbon({ ribbon }: EitFrame): void {
    const { palette } = this.#spec;
    const cell = ribbon.width / RIBBON_CELLS;
    for (const [index, share] of this.#ribbon.entries()) {
      this.#context.fillStyle =
        share > 0.9 ? palette.accent : share > 0.6 ? palette.warning : palette.danger;
      const height = Math.max(1, ribbon.height * share);
      this.#context.fillRect(
        ribbon.x + index * cell,
        ribbon.y + ribbon.height - height,
        Math.ceil(cell),
        height,
      );
    }
  }
}

const scaleFor = ({ image, palette }: EitViewSpec): ColourScale =>
  image === 'tidal' ? sequentialScale(palette.scheme) : divergingScale(palette.scheme);

function tidalSpan(pixels: Float32Array | undefined): ValueSpan {
  let high = 0;
  for (const value of pixels ?? []) high = Math.max(high, value);
  return { low: 0, high: high === 0 ? MIN_CHANGE : high };
}

function createSmallCanvas(): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === 'function')
    return new OffscreenCanvas(eitImageWidth, eitImageWidth);
  const canvas = document.createElement('canvas');
  canvas.width = eitImageWidth;
  canvas.height = eitImageWidth;
  return canvas;
}
