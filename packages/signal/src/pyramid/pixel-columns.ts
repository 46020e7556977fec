import type { Pyramid } from './pyramid.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

/** Minimum and maximum in each pixel column; NaN where nothing was measured. */
export interface PixelColumns {
  min: Float32Array;
  max: Float32Array;
}

/**
 * Index into `pyramid.levels` of the coarsest level with bins no wider than a pixel; −1: draw raw
 * samples.
 *
 * @param samplesPerPixel > 0
 */
export function pickLevel(pyramid: Pyramid, samplesPerPixel: number): number {
  let picked = -1;
  for (const [index, level] of pyramid.levels.entries())
    if (level.binSamples <= samplesPerPixel) picked = index;
  return picked;
}

/**
 * Reduces samples `fromSample`..`toSample` to `width` columns. A bin that straddles two columns
 * counts in both, so no peak is lost; it may appear one bin (less than a pixel) early or late.
 *
 * @param samples the raw segment, for pixels narrower than the finest bin
 * @param scale factor from the unit of `samples` to that of the pyramid, default 1
 */
export function pixelColumns(
  pyramid: Pyramid,
  samples: Samples,
  fromSample: number,
  toSample: number,
  width: number,
  scale = 1,
): PixelColumns {
  const columns = {
    min: new Float32Array(width).fill(Number.NaN),
    max: new Float32Array(width).fill(Number.NaN),
  };
  const samplesPerPixel = (toSample - fromSample) / width;
  if (!(samplesPerPixel > 0)) return columns;
  const level = pyramid.levels[pickLevel(pyramid, samplesPerPixel)];
  const binSamples = level?.binSamples ?? 1;
  const bins = level ? level.min.length : samples.length;
  for (let column = 0; column < width; column++) {
    const from = fromSample + column * samplesPerPixel;
    const first = Math.max(0, Math.floor(from / binSamples));
    const last = Math.min(
      bins - 1,
      Math.max(first, Math.ceil((from + samplesPerPixel) / binSamples) - 1),
    );
    let low = Infinity;
    let high = -Infinity;
    for (let bin = first; bin <= last; bin++) {
      const lowest = level ? (level.min[bin] ?? Number.NaN) : rawValue(samples, bin, scale);
      const highest = level ? (level.max[bin] ?? Number.NaN) : lowest;
      if (lowest < low) low = lowest;
      if (highest > high) high = highest;
    }
    if (high < low) continue;
    columns.min[column] = low;
    columns.max[column] = high;
  }
  return columns;
}

function rawValue(samples: Samples, index: number, scale: number): number {
  const sample = samples[index] ?? Number.NaN;
  return isNotMeasured(sample) ? Number.NaN : sample * scale;
}
