import { eitImageWidth, eitReadings } from '@yamori/signal';
import { invertDefinite } from './dense-symmetric.ts';
import type { TrainingTargets } from './training-targets.ts';

/**
 * A module constant, because the test runner resolves imported names on every iteration of the
 * inner loops.
 */
const readings = eitReadings;

export interface GreitSettings {
  /** Radius at which a point target's desired image falls to half, in body radii. */
  blurRadius: number;
  /**
   * Signal-to-noise ratio going in over coming out, for a target in the centre; GREIT recommends
   * 0.5.
   */
  noiseFigure: number;
}

export interface ReconstructionMatrix {
  /** Rows of 208, one per inside pixel in row-major order of the image. */
  rows: Float64Array;
  /** Variance of the noise assumed on each relative reading. */
  noiseVariance: number;
}

/** Share of the blur radius over which a desired image fades. */
const EDGE = 0.2;

/**
 * Linear reconstruction after A. Adler et al., "GREIT: a unified approach to 2D linear EIT
 * reconstruction of lung images", Physiol. Meas. 30, 2009, S35–S55: the matrix that maps the
 * signals of small targets all over the body to round images of equal size and amplitude with least
 * error, R = D Yᵀ (Y Yᵀ + noise)⁻¹. The amount of noise is set so that the noise figure is met.
 */
export function buildGreitMatrix(
  targets: TrainingTargets,
  mask: Uint8Array,
  settings: GreitSettings,
): ReconstructionMatrix {
  const pixels = insidePixels(mask);
  const wanted = desiredTimesSignals(targets, pixels, settings.blurRadius);
  const covariance = signalCovariance(targets);
  const scale = trace(covariance) / readings;
  const centre = centreSignal(targets);
  let [low, high] = [-9, 0];
  let result = solveFor(wanted, covariance, 10 ** low * scale, pixels.length);
  for (let round = 0; round < 14; round++) {
    const middle = (low + high) / 2;
    result = solveFor(wanted, covariance, 10 ** middle * scale, pixels.length);
    if (computeNoiseFigure(result.rows, centre, pixels.length) > settings.noiseFigure) low = middle;
    else high = middle;
  }
  return result;
}

/**
 * Noise figure (Adler 2009, eq. for NF): mean |signal| over noise of the readings, over the same of
 * the image.
 */
export function computeNoiseFigure(
  rows: Float64Array,
  signal: Float64Array,
  pixels: number,
): number {
  let [imageSignal, imageNoise, readingSignal] = [0, 0, 0];
  for (let pixel = 0; pixel < pixels; pixel++) {
    let [value, variance] = [0, 0];
    for (let i = 0; i < readings; i++) {
      const weight = rows[pixel * readings + i] ?? 0;
      value += weight * (signal[i] ?? 0);
      variance += weight * weight;
    }
    imageSignal += Math.abs(value) / pixels;
    imageNoise += Math.sqrt(variance) / pixels;
  }
  for (let i = 0; i < readings; i++) readingSignal += Math.abs(signal[i] ?? 0) / readings;
  return readingSignal / (imageSignal / imageNoise);
}

interface Pixel {
  x: number;
  y: number;
}

function insidePixels(mask: Uint8Array): Pixel[] {
  const pixels: Pixel[] = [];
  for (const [index, inside] of mask.entries()) {
    if (inside === 0) continue;
    const [row, column] = [Math.floor(index / eitImageWidth), index % eitImageWidth];
    pixels.push({
      x: ((column + 0.5) * 2) / eitImageWidth - 1,
      y: 1 - ((row + 0.5) * 2) / eitImageWidth,
    });
  }
  return pixels;
}

/**
 * D Yᵀ: pixels × 208. A desired image holds as much as its target: conductivity change times area.
 */
function desiredTimesSignals(
  targets: TrainingTargets,
  pixels: Pixel[],
  blurRadius: number,
): Float64Array {
  const out = new Float64Array(pixels.length * readings);
  const image = new Float64Array(pixels.length);
  for (let target = 0; target < targets.x.length; target++) {
    let sum = 0;
    for (const [index, pixel] of pixels.entries()) {
      const distance = Math.hypot(
        pixel.x - (targets.x[target] ?? 0),
        pixel.y - (targets.y[target] ?? 0),
      );
      image[index] = 1 / (1 + Math.exp((distance / blurRadius - 1) / EDGE));
      sum += image[index] ?? 0;
    }
    const amplitude = (targets.weight[target] ?? 0) / sum;
    const signal = targets.signals.subarray(target * readings, (target + 1) * readings);
    for (let pixel = 0; pixel < pixels.length; pixel++) {
      const value = (image[pixel] ?? 0) * amplitude;
      if (value < 1e-6 * amplitude) continue;
      for (let i = 0; i < readings; i++)
        out[pixel * readings + i] = (out[pixel * readings + i] ?? 0) + value * (signal[i] ?? 0);
    }
  }
  return out;
}

function signalCovariance({ signals, x }: TrainingTargets): Float64Array {
  const out = new Float64Array(readings * readings);
  for (let target = 0; target < x.length; target++) {
    const signal = signals.subarray(target * readings, (target + 1) * readings);
    for (let i = 0; i < readings; i++) {
      const value = signal[i] ?? 0;
      for (let j = 0; j <= i; j++)
        out[i * readings + j] = (out[i * readings + j] ?? 0) + value * (signal[j] ?? 0);
    }
  }
  for (let i = 0; i < readings; i++)
    for (let j = 0; j < i; j++) out[j * readings + i] = out[i * readings + j] ?? 0;
  return out;
}

function centreSignal(targets: TrainingTargets): Float64Array {
  const sum = new Float64Array(readings);
  for (let target = 0; target < targets.x.length; target++) {
    if (Math.hypot(targets.x[target] ?? 0, targets.y[target] ?? 0) > 0.06) continue;
    for (let i = 0; i < readings; i++)
      sum[i] = (sum[i] ?? 0) + (targets.signals[target * readings + i] ?? 0);
  }
  return sum;
}

function solveFor(
  wanted: Float64Array,
  covariance: Float64Array,
  noiseVariance: number,
  pixels: number,
): ReconstructionMatrix {
  const loaded = covariance.slice();
  for (let i = 0; i < readings; i++)
    loaded[i * readings + i] = (loaded[i * readings + i] ?? 0) + noiseVariance;
  const precision = invertDefinite(loaded, readings);
  const rows = new Float64Array(pixels * readings);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let k = 0; k < readings; k++) {
      const value = wanted[pixel * readings + k] ?? 0;
      for (let i = 0; i < readings; i++)
        rows[pixel * readings + i] =
          (rows[pixel * readings + i] ?? 0) + value * (precision[k * readings + i] ?? 0);
    }
  }
  return { rows, noiseVariance };
}

function trace(matrix: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < readings; i++) sum += matrix[i * readings + i] ?? 0;
  return sum;
}
