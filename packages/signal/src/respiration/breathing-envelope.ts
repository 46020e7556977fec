/** Amplitude of breathing along a recording, and its baseline. */
export interface BreathingEnvelope {
  rateHz: number;
  /** Mean deflection over a few seconds around each value, in input units; NaN: not measured. */
  size: Float64Array;
  /** Median of `size` over the preceding two minutes; NaN with less than one minute. */
  usual: Float64Array;
  /** Spread of `size` in those two minutes: half the interquartile range over the median, ≥ 0. */
  unevenness: Float64Array;
}

const RATE_HZ = 2;
/** Averaging time of the amplitude; a breath at rest lasts 3..5 s. */
export const envelopeSeconds = 4;
/** Averaging time of the centre line, which follows leakage and posture. */
const MIDDLE_SECONDS = 30;
/** AASM: the baseline is the two minutes before the event. */
const USUAL_SECONDS = 120;
const MIN_USUAL_SECONDS = 60;

/**
 * Computes the envelope of a flow or effort signal.
 *
 * @param values the signal at 8 Hz or more, as from `createSlowTrack`; NaN: not measured
 */
export function breathingEnvelope(values: Float64Array, rateHz: number): BreathingEnvelope {
  const middle = movingMean(values, Math.round((MIDDLE_SECONDS * rateHz) / 2));
  const deflection = movingMean(
    values.map((value, i) => Math.abs(value - (middle[i] ?? 0))),
    Math.round((envelopeSeconds * rateHz) / 2),
  );
  const length = Math.floor((values.length / rateHz) * RATE_HZ);
  const size = Float64Array.from(
    { length },
    (_, i) =>
      deflection[Math.min(values.length - 1, Math.round((i * rateHz) / RATE_HZ))] ?? Number.NaN,
  );
  return { rateHz: RATE_HZ, size, ...computeBaseline(size) };
}

/** Mean of the measured values among 2 × half + 1; NaN where fewer than half are measured. */
function movingMean(values: Float64Array, half: number): Float64Array {
  const out = new Float64Array(values.length);
  let sum = 0;
  let count = 0;
  const take = (at: number, sign: 1 | -1) => {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    sum += sign * value;
    count += sign;
  };
  for (let i = 0; i < Math.min(half, values.length); i++) take(i, 1);
  for (let i = 0; i < values.length; i++) {
    take(i + half, 1);
    take(i - half - 1, -1);
    out[i] = count > half && !Number.isNaN(values[i] ?? Number.NaN) ? sum / count : Number.NaN;
  }
  return out;
}

function computeBaseline(size: Float64Array): Pick<BreathingEnvelope, 'usual' | 'unevenness'> {
  const reach = USUAL_SECONDS * RATE_HZ;
  const minSamples = MIN_USUAL_SECONDS * RATE_HZ;
  const usual = new Float64Array(size.length).fill(Number.NaN);
  const unevenness = new Float64Array(size.length).fill(Number.NaN);
  const sorted: number[] = [];
  const findPosition = (value: number) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let i = 0; i < size.length; i++) {
    if (sorted.length >= minSamples) {
      const median = sorted[sorted.length >> 1] ?? Number.NaN;
      usual[i] = median;
      // Half the interquartile range approximates the mean deviation.
      unevenness[i] =
        ((sorted[Math.floor(0.75 * sorted.length)] ?? 0) -
          (sorted[Math.floor(0.25 * sorted.length)] ?? 0)) /
        (2 * median);
    }
    const leaving = size[i - reach] ?? Number.NaN;
    if (!Number.isNaN(leaving)) sorted.splice(findPosition(leaving), 1);
    const entering = size[i] ?? Number.NaN;
    if (!Number.isNaN(entering)) sorted.splice(findPosition(entering), 0, entering);
  }
  return { usual, unevenness };
}
