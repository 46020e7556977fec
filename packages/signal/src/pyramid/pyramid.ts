import { isNotMeasured, type Samples } from '../reading/reading.ts';

/**
 * Minimum, maximum and mean of each `binSamples` samples; the last bin may hold fewer. NaN: nothing
 * measured.
 */
export interface PyramidLevel {
  binSamples: number;
  min: Float32Array;
  max: Float32Array;
  mean: Float32Array;
  /** Measured samples per bin, for exact means when bins are merged. */
  count: Uint32Array;
}

/**
 * Increasingly coarse summaries of a segment of one channel. `levels[0]` has `factor` samples a
 * bin.
 */
export interface Pyramid {
  length: number;
  factor: number;
  levels: PyramidLevel[];
}

/**
 * Builds the pyramid of a segment: levels of factor, factor², … samples a bin, up to a single bin.
 *
 * @param samples one channel; NaN and int16 −32768: not measured
 * @param factor 2..64, default 4
 * @param scale factor from input units to the unit of the summaries, default 1
 * @throws RangeError when `factor` is not an integer in 2..64
 */
export function buildPyramid(samples: Samples, factor = 4, scale = 1): Pyramid {
  if (!Number.isInteger(factor) || factor < 2 || factor > 64)
    throw new RangeError(`factor must be 2..64, got ${factor}`);
  return {
    length: samples.length,
    factor,
    levels: levelsAbove(summarise(samples, factor, scale), factor),
  };
}

/**
 * Merges the pyramids of two contiguous segments without reading samples again.
 *
 * @throws RangeError when the factors differ, or when `first.length` is not a multiple of the
 *   factor, so that its last bin would straddle both segments
 */
export function mergePyramids(first: Pyramid, second: Pyramid): Pyramid {
  if (first.factor !== second.factor)
    throw new RangeError('pyramids of different factors cannot be joined');
  if (first.length % first.factor !== 0)
    throw new RangeError(`the first segment must be a multiple of ${first.factor} samples long`);
  const a = first.levels[0];
  const b = second.levels[0];
  if (!a) return second;
  if (!b) return first;
  const base: PyramidLevel = {
    binSamples: a.binSamples,
    min: joined(a.min, b.min),
    max: joined(a.max, b.max),
    mean: joined(a.mean, b.mean),
    count: new Uint32Array(a.count.length + b.count.length),
  };
  base.count.set(a.count);
  base.count.set(b.count, a.count.length);
  return {
    length: first.length + second.length,
    factor: first.factor,
    levels: levelsAbove(base, first.factor),
  };
}

function summarise(samples: Samples, factor: number, scale: number): PyramidLevel {
  const level = emptyLevel(Math.ceil(samples.length / factor), factor);
  for (let bin = 0; bin < level.min.length; bin++) {
    let low = Infinity;
    let high = -Infinity;
    let sum = 0;
    let count = 0;
    const to = Math.min(samples.length, (bin + 1) * factor);
    for (let i = bin * factor; i < to; i++) {
      const sample = samples[i] ?? Number.NaN;
      if (isNotMeasured(sample)) continue;
      const value = sample * scale;
      if (value < low) low = value;
      if (value > high) high = value;
      sum += value;
      count += 1;
    }
    setBin(level, bin, low, high, sum, count);
  }
  return level;
}

function levelsAbove(base: PyramidLevel, factor: number): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  for (let level = base; level.min.length > 0; level = coarser(level, factor)) {
    levels.push(level);
    if (level.min.length === 1) break;
  }
  return levels;
}

function coarser(fine: PyramidLevel, factor: number): PyramidLevel {
  const level = emptyLevel(Math.ceil(fine.min.length / factor), fine.binSamples * factor);
  for (let bin = 0; bin < level.min.length; bin++) {
    let low = Infinity;
    let high = -Infinity;
    let sum = 0;
    let count = 0;
    const to = Math.min(fine.min.length, (bin + 1) * factor);
    for (let i = bin * factor; i < to; i++) {
      const inside = fine.count[i] ?? 0;
      if (inside === 0) continue;
      low = Math.min(low, fine.min[i] ?? Infinity);
      high = Math.max(high, fine.max[i] ?? -Infinity);
      sum += (fine.mean[i] ?? 0) * inside;
      count += inside;
    }
    setBin(level, bin, low, high, sum, count);
  }
  return level;
}

function emptyLevel(bins: number, binSamples: number): PyramidLevel {
  const floats = () => new Float32Array(bins);
  return { binSamples, min: floats(), max: floats(), mean: floats(), count: new Uint32Array(bins) };
}

function setBin(
  level: PyramidLevel,
  bin: number,
  low: number,
  high: number,
  sum: number,
  count: number,
): void {
  level.min[bin] = count > 0 ? low : Number.NaN;
  level.max[bin] = count > 0 ? high : Number.NaN;
  level.mean[bin] = count > 0 ? sum / count : Number.NaN;
  level.count[bin] = count;
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const all = new Float32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
