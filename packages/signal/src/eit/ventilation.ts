import { globalImpedance } from './eit-regions.ts';
import { eitImagePixels, eitImageWidth } from './measurement-order.ts';

/**
 * Direction of gravity in the image: supine = bottom, prone = top, on the left side = right, and so
 * on.
 */
export type GravityTowards = 'bottom' | 'top' | 'left' | 'right';

export interface CentreOfVentilation {
  /** 0 = left edge of the body's bounding box, 100 = right edge. */
  xPercent: number;
  /** 0 = top (front), 100 = bottom (back). */
  yPercent: number;
}

export interface SilentSpaces {
  /** Shares of the lung area, 0..1. */
  dependent: number;
  nonDependent: number;
}

/** One breath seen by EIT. */
export interface TidalBreath {
  /**
   * Impedance at the end of inspiration minus the end of expiration, 1024 pixels; positive where
   * air flowed in.
   */
  image: Float32Array;
  expirationMs: number;
  inspirationMs: number;
  /** Change of global impedance. */
  amplitude: number;
}

export interface TidalImager {
  /**
   * Adds an image; all images must share one reference. Returns the breath that it completes, if
   * any.
   */
  push(image: Float32Array, timeMs: number): TidalBreath | undefined;
  latest(): TidalBreath | undefined;
  reset(): void;
}

/** Minimum swing of a breath as a share of the largest recent swing. */
const BREATH_SHARE = 0.4;
/** Time constant with which the largest swing decays. */
const FORGET_MS = 20_000;
const SILENT_SHARE = 0.1;

/** Detects breaths in the global impedance online and keeps the images at their ends. */
export function createTidalImager(): TidalImager {
  const lowImage = new Float32Array(eitImagePixels);
  const highImage = new Float32Array(eitImagePixels);
  let low = Infinity;
  let high = -Infinity;
  let lowMs = 0;
  let highMs = 0;
  let lastMs = Number.NaN;
  let swing = 0;
  let rising = false;
  let breath: TidalBreath | undefined;

  const setLow = (level: number, image: Float32Array, timeMs: number) => {
    low = level;
    lowMs = timeMs;
    lowImage.set(image);
  };
  const setHigh = (level: number, image: Float32Array, timeMs: number) => {
    high = level;
    highMs = timeMs;
    highImage.set(image);
  };
  const finish = (): TidalBreath => {
    const tidal = Float32Array.from(lowImage, (value, pixel) => value - (highImage[pixel] ?? 0));
    return { image: tidal, expirationMs: lowMs, inspirationMs: highMs, amplitude: high - low };
  };

  return {
    push(image, timeMs) {
      const level = globalImpedance(image);
      if (timeMs > lastMs) swing *= Math.exp((lastMs - timeMs) / FORGET_MS);
      lastMs = timeMs;
      if (rising) {
        if (level > high) setHigh(level, image, timeMs);
        swing = Math.max(swing, high - low);
        if (high - level <= BREATH_SHARE * swing) return undefined;
        rising = false;
        const complete = finish();
        setLow(level, image, timeMs);
        breath = complete;
        return complete;
      }
      if (level < low) setLow(level, image, timeMs);
      if (level - low > Math.max(BREATH_SHARE * swing, 1e-9)) {
        rising = true;
        setHigh(level, image, timeMs);
      }
      return undefined;
    },
    latest: () => breath,
    reset() {
      low = Infinity;
      high = -Infinity;
      swing = 0;
      rising = false;
      lastMs = Number.NaN;
      breath = undefined;
    },
  };
}

/**
 * Centre of ventilation: mean position of the pixels, weighted by the air that they gain, in
 * percent of the body's bounding box (Frerichs et al., Thorax 72, 2017). Pixels that lose air have
 * no weight. NaN when none gains.
 *
 * @param tidal impedance change per pixel, as in TidalBreath.image
 * @param mask 1 = inside the body
 */
export function centreOfVentilation(tidal: Float32Array, mask: Uint8Array): CentreOfVentilation {
  let sum = 0;
  let x = 0;
  let y = 0;
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let pixel = 0; pixel < eitImagePixels; pixel++) {
    if (mask[pixel] !== 1) continue;
    const column = pixel % eitImageWidth;
    const row = Math.floor(pixel / eitImageWidth);
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
    const gain = Math.max(0, tidal[pixel] ?? 0);
    sum += gain;
    x += gain * (column + 0.5);
    y += gain * (row + 0.5);
  }
  return {
    xPercent: (100 * (x / sum - left)) / (right - left),
    yPercent: (100 * (y / sum - top)) / (bottom - top),
  };
}

/**
 * Silent spaces: share of the lung area whose tidal change is at most a tenth of the maximum, on
 * the dependent and the non-dependent side of the centre of ventilation (T. Becher et al., 2014; A.
 * Ukere et al., J. Clin. Monit. Comput. 30, 2016; S. Spadaro et al., Crit. Care 22, 2018).
 *
 * @param tidal impedance change per pixel, as in TidalBreath.image
 * @param lungs 1 = lung area
 */
export function silentSpaces(
  tidal: Float32Array,
  lungs: Uint8Array,
  gravity: GravityTowards = 'bottom',
): SilentSpaces {
  const centre = centrePixel(tidal, lungs);
  let maxValue = 0;
  let area = 0;
  let dependent = 0;
  let nonDependent = 0;
  for (let pixel = 0; pixel < eitImagePixels; pixel++)
    if (lungs[pixel] === 1) maxValue = Math.max(maxValue, tidal[pixel] ?? 0);
  for (let pixel = 0; pixel < eitImagePixels; pixel++) {
    if (lungs[pixel] !== 1) continue;
    area += 1;
    if ((tidal[pixel] ?? 0) > SILENT_SHARE * maxValue) continue;
    if (isDependent(pixel, centre, gravity)) dependent += 1;
    else nonDependent += 1;
  }
  return area === 0
    ? { dependent: 0, nonDependent: 0 }
    : { dependent: dependent / area, nonDependent: nonDependent / area };
}

function centrePixel(tidal: Float32Array, lungs: Uint8Array): { column: number; row: number } {
  let sum = 0;
  let column = 0;
  let row = 0;
  for (let pixel = 0; pixel < eitImagePixels; pixel++) {
    const gain = lungs[pixel] === 1 ? Math.max(0, tidal[pixel] ?? 0) : 0;
    sum += gain;
    column += gain * (pixel % eitImageWidth);
    row += gain * Math.floor(pixel / eitImageWidth);
  }
  const middle = (eitImageWidth - 1) / 2;
  return sum > 0 ? { column: column / sum, row: row / sum } : { column: middle, row: middle };
}

function isDependent(
  pixel: number,
  centre: { column: number; row: number },
  gravity: GravityTowards,
): boolean {
  const column = pixel % eitImageWidth;
  const row = Math.floor(pixel / eitImageWidth);
  switch (gravity) {
    case 'bottom':
      return row > centre.row;
    case 'top':
      return row < centre.row;
    case 'left':
      return column < centre.column;
    case 'right':
      return column > centre.column;
  }
}
