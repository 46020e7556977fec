/** Breaths found in a window of a breathing signal. */
export interface BreathAnalysis {
  /** Breaths per minute between the first and the last breath; NaN with fewer than two. */
  ratePerMinute: number;
  /** Regularity of intervals and depths, 0..1. Noise stays under 0.35. */
  certainty: number;
  /** Half the usual swing between trough and peak, in input units. */
  amplitude: number;
  /** Indices of the breaths (maxima) in the window; the first `count` are valid. */
  breathAt: Int32Array;
  count: number;
  /** Mean square after smoothing and detrending, for choosing between channels. */
  power: number;
}

interface BreathAnalyser {
  /** Analyses `series[0..length)`. The next call overwrites the result. */
  analyse(series: Float64Array, length: number): BreathAnalysis;
}

const MIN_HZ = 0.06;
const MAX_HZ = 1.3;
/** Resolution of the frequency search; it only sets the smoothing length. */
const GRID_HZ = 0.02;
/** Default minimum swing of a breath, as a share of the usual swing. */
const BREATH_SHARE = 0.4;

/**
 * Finds breaths in up to `maxLength` values at `rateHz` (8..15 Hz). The dominant frequency sets the
 * smoothing length (a fifth of a breath), which removes the heart's share. A maximum counts as a
 * breath if its rise and fall both reach a share of the usual swing. The usual swing is weighted by
 * size, so that ripples between slow, short breaths do not count as breaths (the case in which
 * bedside monitors double the rate).
 */
export function createBreathAnalyser(
  rateHz: number,
  maxLength: number,
  breathShare = BREATH_SHARE,
): BreathAnalyser {
  const smooth = new Float64Array(maxLength);
  const turning = createTurningPoints(maxLength);
  const result: BreathAnalysis = {
    ratePerMinute: Number.NaN,
    certainty: 0,
    amplitude: 0,
    breathAt: new Int32Array(maxLength),
    count: 0,
    power: 0,
  };
  return {
    analyse(series, length) {
      const periodSeconds = 1 / dominantFrequency(series, length, rateHz);
      const half = Math.round((Math.min(1, Math.max(0.25, periodSeconds / 5)) * rateHz) / 2);
      movingAverage(series, length, half, smooth);
      result.power = detrendedPower(smooth, length);
      turning.find(smooth, length, 0);
      const usual = usualSwing(turning.value, turning.count());
      turning.find(smooth, length, breathShare * usual);
      result.amplitude = usual / 2;
      collectBreaths(turning, result);
      summariseBreaths(result, turning, rateHz);
      return result;
    },
  };
}

/** Frequency with the most power between 0.06 and 1.3 Hz (Welch window, mean and slope removed). */
function dominantFrequency(series: Float64Array, length: number, rateHz: number): number {
  const { mean, slope } = line(series, length);
  let bestHz = MIN_HZ;
  let bestPower = 0;
  for (let hz = MIN_HZ; hz <= MAX_HZ; hz += GRID_HZ) {
    const step = (2 * Math.PI * hz) / rateHz;
    const cosStep = Math.cos(step);
    const sinStep = Math.sin(step);
    let cos = 1;
    let sin = 0;
    let re = 0;
    let im = 0;
    for (let i = 0; i < length; i++) {
      const centred = i - (length - 1) / 2;
      // Parabolic (Welch) window: as good as Hann here, without a cosine per sample.
      const taper = 1 - ((2 * centred) / length) ** 2;
      const value = ((series[i] ?? 0) - mean - slope * centred) * taper;
      re += value * cos;
      im += value * sin;
      const next = cos * cosStep - sin * sinStep;
      sin = sin * cosStep + cos * sinStep;
      cos = next;
    }
    const power = re * re + im * im;
    if (power <= bestPower) continue;
    bestPower = power;
    bestHz = hz;
  }
  return bestHz;
}

function line(series: Float64Array, length: number): { mean: number; slope: number } {
  let sum = 0;
  let moment = 0;
  let spread = 0;
  for (let i = 0; i < length; i++) {
    const centred = i - (length - 1) / 2;
    sum += series[i] ?? 0;
    moment += centred * (series[i] ?? 0);
    spread += centred * centred;
  }
  return { mean: sum / Math.max(1, length), slope: spread > 0 ? moment / spread : 0 };
}

function detrendedPower(series: Float64Array, length: number): number {
  const { mean, slope } = line(series, length);
  let power = 0;
  for (let i = 0; i < length; i++)
    power += ((series[i] ?? 0) - mean - slope * (i - (length - 1) / 2)) ** 2;
  return power / Math.max(1, length);
}

/** Centred average over 2 × half + 1 values, shorter at the ends. */
function movingAverage(
  series: Float64Array,
  length: number,
  half: number,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) {
    const reach = Math.min(half, i, length - 1 - i);
    let sum = 0;
    for (let j = i - reach; j <= i + reach; j++) sum += series[j] ?? 0;
    out[i] = sum / (2 * reach + 1);
  }
}

interface TurningPoints {
  find(series: Float64Array, length: number, threshold: number): void;
  count(): number;
  readonly at: Int32Array;
  readonly value: Float64Array;
  /** +1 for a maximum, −1 for a minimum. */
  readonly direction: Int8Array;
}

/** Finds alternating maxima and minima, each at least `threshold` away from the previous one. */
function createTurningPoints(maxLength: number): TurningPoints {
  const at = new Int32Array(maxLength);
  const value = new Float64Array(maxLength);
  const direction = new Int8Array(maxLength);
  let count = 0;
  return {
    at,
    value,
    direction,
    count: () => count,
    find(series, length, threshold) {
      count = 0;
      let low = series[0] ?? 0;
      let high = series[0] ?? 0;
      let lowAt = 0;
      let highAt = 0;
      let seeking = 0;
      const recordTurn = (position: number, level: number, sign: number) => {
        at[count] = position;
        value[count] = level;
        direction[count] = sign;
        count += 1;
        low = level;
        high = level;
        seeking = -sign;
      };
      for (let i = 1; i < length; i++) {
        const x = series[i] ?? 0;
        if (x > high) {
          high = x;
          highAt = i;
        }
        if (x < low) {
          low = x;
          lowAt = i;
        }
        if (seeking >= 0 && high - x > threshold) {
          recordTurn(highAt, high, 1);
          low = x;
          lowAt = i;
        } else if (seeking <= 0 && x - low > threshold) {
          recordTurn(lowAt, low, -1);
          high = x;
          highAt = i;
        }
      }
    },
  };
}

/**
 * Mean swing, weighted by its size. A movement makes two huge swings, so the first pass excludes
 * the two largest, and the second all above three times the result of the first.
 */
function usualSwing(values: Float64Array, count: number): number {
  let sum = 0;
  let squares = 0;
  let largest = 0;
  let second = 0;
  for (let i = 1; i < count; i++) {
    const swing = Math.abs((values[i] ?? 0) - (values[i - 1] ?? 0));
    sum += swing;
    squares += swing * swing;
    if (swing > largest) {
      second = largest;
      largest = swing;
    } else second = Math.max(second, swing);
  }
  if (sum === 0) return 0;
  if (count < 8) return squares / sum;
  const limit = (3 * (squares - largest * largest - second * second)) / (sum - largest - second);
  for (let i = 1; i < count; i++) {
    const swing = Math.abs((values[i] ?? 0) - (values[i - 1] ?? 0));
    if (swing <= limit) continue;
    sum -= swing;
    squares -= swing * swing;
  }
  return squares / sum;
}

function collectBreaths(turning: TurningPoints, result: BreathAnalysis): void {
  result.count = 0;
  for (let i = 0; i < turning.count(); i++) {
    // A maximum at the start of the window shows no rise.
    if (turning.direction[i] !== 1 || (i === 0 && (turning.at[i] ?? 0) < 2)) continue;
    result.breathAt[result.count] = turning.at[i] ?? 0;
    result.count += 1;
  }
}

function summariseBreaths(result: BreathAnalysis, turning: TurningPoints, rateHz: number): void {
  const { breathAt, count } = result;
  const first = breathAt[0] ?? 0;
  const last = breathAt[Math.max(0, count - 1)] ?? 0;
  if (count < 2) {
    result.ratePerMinute = Number.NaN;
    result.certainty = 0;
    return;
  }
  result.ratePerMinute = (60 * rateHz * (count - 1)) / (last - first);
  let unevenTime = 0;
  const usual = (last - first) / (count - 1);
  for (let i = 1; i < count; i++)
    unevenTime += Math.abs((breathAt[i] ?? 0) - (breathAt[i - 1] ?? 0) - usual);
  let unevenDepth = 0;
  for (let i = 1; i < turning.count(); i++) {
    const swing = Math.abs((turning.value[i] ?? 0) - (turning.value[i - 1] ?? 0));
    unevenDepth += Math.abs(swing - 2 * result.amplitude);
  }
  unevenTime /= (count - 1) * usual;
  unevenDepth /= Math.max(1, turning.count() - 1) * 2 * result.amplitude;
  result.certainty = Math.max(0, 1 - 1.3 * unevenTime - 0.6 * unevenDepth) * Math.min(1, count / 4);
}
