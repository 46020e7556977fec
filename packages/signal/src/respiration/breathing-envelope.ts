/** How large breathing is along a recording, and what is usual there. */
export interface BreathingEnvelope {
  rateHz: number;
  /**
   * Mean size of the deflection over a few seconds around each value, in input units; NaN: not
   * measured.
   */
  size: Float64Array;
  /** Median of `size` over the two minutes before; NaN while there is less than one. */
  usual: Float64Array;
  /** How uneven `size` was in those two minutes: mean deviation over median, 0 and up. */
  unevenness: Float64Array;
}

/** Values a second of the result. */
const RATE_HZ = 2;
/** Over these seconds the size is averaged; a breath at rest lasts 3..5 s. */
export const envelopeSeconds = 4;
/**
 * The middle from which a deflection is measured moves with this many seconds: leak and posture
 * drift.
 */
const MIDDLE_SECONDS = 30;
/** AASM: the baseline is what came in the two minutes before the event. */
const USUAL_SECONDS = 120;
const LEAST_USUAL_SECONDS = 60;

/**
 * The envelope of a flow or effort signal.
 *
 * @param values the signal at 8 Hz or more, as `createSlowTrack` makes it; NaN: not measured
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
  return { rateHz: RATE_HZ, size, ...usualOf(size) };
}

/** Mean over 2 × half + 1 measured values around each; NaN where fewer than half are. */
function movingMean(values: Float64Array, half: number): Float64Array {
  const out = new Float64Array(values.length);
  let [sum, count] = [0, 0];
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

function usualOf(size: Float64Array): Pick<BreathingEnvelope, 'usual' | 'unevenness'> {
  const [reach, least] = [USUAL_SECONDS * RATE_HZ, LEAST_USUAL_SECONDS * RATE_HZ];
  const usual = new Float64Array(size.length).fill(Number.NaN);
  const unevenness = new Float64Array(size.length).fill(Number.NaN);
  const sorted: number[] = [];
  const place = (value: number) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let i = 0; i < size.length; i++) {
    if (sorted.length >= least) {
      const median = sorted[sorted.length >> 1] ?? Number.NaN;
      usual[i] = median;
      // Half the distance between the quartiles stands for the mean deviation.
      unevenness[i] =
        ((sorted[Math.floor(0.75 * sorted.length)] ?? 0) -
          (sorted[Math.floor(0.25 * sorted.length)] ?? 0)) /
        (2 * median);
    }
    const leaving = size[i - reach] ?? Number.NaN;
    if (!Number.isNaN(leaving)) sorted.splice(place(leaving), 1);
    const entering = size[i] ?? Number.NaN;
    if (!Number.isNaN(entering)) sorted.splice(place(entering), 0, entering);
  }
  return { usual, unevenness };
}
