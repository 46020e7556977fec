import { globalImpedance } from './eit-regions.ts';
import { eitImagePixels, eitImageWidth } from './measurement-order.ts';

/**
 * Where the heavy side is in the image: supine = bottom, prone = top, lying on the left side =
 * right, and so on.
 */
export type GravityTowards = 'bottom' | 'top' | 'left' | 'right';

export interface CentreOfVentilation {
  /** 0 = left edge of the body's box in the image, 100 = right edge. */
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
   * End of inspiration minus end of expiration, as impedance: positive where air went in. 1024
   * pixels.
   */
  image: Float32Array;
  expirationMs: number;
  inspirationMs: number;
  /** Change of global impedance. */
  amplitude: number;
}

export interface TidalImager {
  /**
   * Take the next image (of one reference) in. Returns the breath that it completes, if it does.
   */
  push(image: Float32Array, timeMs: number): TidalBreath | undefined;
  latest(): TidalBreath | undefined;
  reset(): void;
}

/** A swing counts as a breath from this share of the largest recent one on. */
const BREATH_SHARE = 0.4;
/** The largest swing is forgotten with this time constant. */
const FORGET_MS = 20_000;
const SILENT_SHARE = 0.1;

/** Finds breaths in the global impedance as images come in and keeps the images of both ends. */
export function createTidalImager(): TidalImager {
  const lowImage = new Float32Array(eitImagePixels);
  const highImage = new Float32Array(eitImagePixels);
  let low = Infinity;
  let high = -Infinity;
  let [lowMs, highMs, lastMs] = [0, 0, Number.NaN];
  let swing = 0;
  let rising = false;
  let breath: TidalBreath | undefined;

  const noteLow = (level: number, image: Float32Array, timeMs: number) => {
    low = level;
    lowMs = timeMs;
    lowImage.set(image);
  };
  const noteHigh = (level: number, image: Float32Array, timeMs: number) => {
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
        if (level > high) noteHigh(level, image, timeMs);
        swing = Math.max(swing, high - low);
        if (high - level <= BREATH_SHARE * swing) return undefined;
        rising = false;
        const complete = finish();
        noteLow(level, image, timeMs);
        breath = complete;
        return complete;
      }
      if (level < low) noteLow(level, image, timeMs);
      if (level - low > Math.max(BREATH_SHARE * swing, 1e-9)) {
        rising = true;
        noteHigh(level, image, timeMs);
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
 * Centre of ventilation: the mean position of the pixels weighted by the air they take in, in
 * percent of the body's box (Frerichs et al., Thorax 72, 2017). Pixels that lose air count as
 * nothing. NaN when none gains.
 *
 * @param tidal impedance change per pixel, as in TidalBreath.image
 */
export function centreOfVentilation(tidal: Float32Array, mask: Uint8Array): CentreOfVentilation {
  let [sum, x, y] = [0, 0, 0];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let pixel = 0; pixel < eitImagePixels; pixel++) {
    if (mask[pixel] !== 1) continue;
    const [column, row] = [pixel % eitImageWidth, Math.floor(pixel / eitImageWidth)];
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
 * Silent spaces: the share of the lung area that stretches by no more than a tenth of the most
 * stretched pixel, on the heavy (dependent) and the light side of the centre of ventilation (T.
 * Becher et al., 2014; A. Ukere et al., J. Clin. Monit. Comput. 30, 2016; S. Spadaro et al., Crit.
 * Care 22, 2018).
 *
 * @param lungs 1 = lung area
 */
export function silentSpaces(
  tidal: Float32Array,
  lungs: Uint8Array,
  gravity: GravityTowards = 'bottom',
): SilentSpaces {
  const centre = centrePixel(tidal, lungs);
  let [most, area, dependent, nonDependent] = [0, 0, 0, 0];
  for (let pixel = 0; pixel < eitImagePixels; pixel++)
    if (lungs[pixel] === 1) most = Math.max(most, tidal[pixel] ?? 0);
  for (let pixel = 0; pixel < eitImagePixels; pixel++) {
    if (lungs[pixel] !== 1) continue;
    area += 1;
    if ((tidal[pixel] ?? 0) > SILENT_SHARE * most) continue;
    if (isDependent(pixel, centre, gravity)) dependent += 1;
    else nonDependent += 1;
  }
  return area === 0
    ? { dependent: 0, nonDependent: 0 }
    : { dependent: dependent / area, nonDependent: nonDependent / area };
}

function centrePixel(tidal: Float32Array, lungs: Uint8Array): { column: number; row: number } {
  let [sum, column, row] = [0, 0, 0];
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
  const [column, row] = [pixel % eitImageWidth, Math.floor(pixel / eitImageWidth)];
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
