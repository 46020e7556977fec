/**
 * Second-order sections after R. Bristow-Johnson's "Audio EQ Cookbook" (bilinear transform),
 * cascaded to Butterworth responses. A filter is plain coefficients and the caller holds its state,
 * so one design serves any number of channels and states can be stored and cloned.
 */

/** Five numbers per section: b0 b1 b2 a1 a2, with a0 = 1. */
export type Filter = Float64Array;
/** Two numbers per section (transposed direct form II). */
export type FilterState = Float64Array;

export function createFilterState(filter: Filter): FilterState {
  return new Float64Array((filter.length / 5) * 2);
}

/** Filters one sample; updates `state` in place. */
export function filterSample(filter: Filter, state: FilterState, input: number): number {
  let x = input;
  for (let section = 0, s = 0; section < filter.length; section += 5, s += 2) {
    const y = (filter[section] ?? 0) * x + (state[s] ?? 0);
    state[s] =
      (filter[section + 1] ?? 0) * x - (filter[section + 3] ?? 0) * y + (state[s + 1] ?? 0);
    state[s + 1] = (filter[section + 2] ?? 0) * x - (filter[section + 4] ?? 0) * y;
    x = y;
  }
  return x;
}

/** Filters a block. `output` may be `input`; it must be at least as long. */
export function filterBlock(
  filter: Filter,
  state: FilterState,
  input: ArrayLike<number>,
  output: Float32Array,
): void {
  for (let i = 0; i < input.length; i++) output[i] = filterSample(filter, state, input[i] ?? 0);
}

/**
 * Sets the state to that after an infinite input of `level`, which avoids a transient from an
 * offset.
 */
export function settleFilter(filter: Filter, state: FilterState, level: number): void {
  let x = level;
  for (let section = 0, s = 0; section < filter.length; section += 5, s += 2) {
    const [b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0] = filter.subarray(section, section + 5);
    const y = (x * (b0 + b1 + b2)) / (1 + a1 + a2);
    state[s + 1] = b2 * x - a2 * y;
    state[s] = b1 * x - a1 * y + (state[s + 1] ?? 0);
    x = y;
  }
}

/** Butterworth low-pass: −3 dB at `cutoffHz`, −6 dB × order per octave above. Even orders only. */
export function lowPass(cutoffHz: number, sampleRateHz: number, order = 2): Filter {
  return cascade(order, (q) => section('low', cutoffHz, sampleRateHz, q));
}

/** Butterworth high-pass: −3 dB at `cutoffHz`. Even orders only. */
export function highPass(cutoffHz: number, sampleRateHz: number, order = 2): Filter {
  return cascade(order, (q) => section('high', cutoffHz, sampleRateHz, q));
}

/** Notch at `centreHz`; −3 dB at centre ± centre / (2 q). At 50 Hz, q 30 removes ± 0.8 Hz. */
export function notch(centreHz: number, sampleRateHz: number, q = 30): Filter {
  return section('notch', centreHz, sampleRateHz, q);
}

/** Concatenates filters into one. */
export function inSeries(...filters: Filter[]): Filter {
  const length = filters.reduce((sum, filter) => sum + filter.length, 0);
  const joined = new Float64Array(length);
  let at = 0;
  for (const filter of filters) {
    joined.set(filter, at);
    at += filter.length;
  }
  return joined;
}

/** Magnitude of the response at `frequencyHz` (1 = passes unchanged). */
export function gainAt(filter: Filter, frequencyHz: number, sampleRateHz: number): number {
  const w = (2 * Math.PI * frequencyHz) / sampleRateHz;
  let gain = 1;
  for (let at = 0; at < filter.length; at += 5) {
    const [b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0] = filter.subarray(at, at + 5);
    const numerator = Math.hypot(
      b0 + b1 * Math.cos(w) + b2 * Math.cos(2 * w),
      b1 * Math.sin(w) + b2 * Math.sin(2 * w),
    );
    const denominator = Math.hypot(
      1 + a1 * Math.cos(w) + a2 * Math.cos(2 * w),
      a1 * Math.sin(w) + a2 * Math.sin(2 * w),
    );
    gain *= numerator / denominator;
  }
  return gain;
}

function cascade(order: number, build: (q: number) => Filter): Filter {
  if (order < 2 || order % 2 !== 0)
    throw new RangeError(`order must be even and at least 2, got ${order}`);
  const sections: Filter[] = [];
  for (let k = 0; k < order / 2; k++)
    sections.push(build(1 / (2 * Math.cos((Math.PI * (2 * k + 1)) / (2 * order)))));
  return inSeries(...sections);
}

function section(
  kind: 'low' | 'high' | 'notch',
  frequencyHz: number,
  sampleRateHz: number,
  q: number,
): Filter {
  if (!(frequencyHz > 0 && frequencyHz < sampleRateHz / 2)) {
    throw new RangeError(
      `filter frequency must lie in 0..${sampleRateHz / 2} Hz, got ${frequencyHz}`,
    );
  }
  const w = (2 * Math.PI * frequencyHz) / sampleRateHz;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const { outer, middle } = {
    low: { outer: (1 - cos) / 2, middle: 1 - cos },
    high: { outer: (1 + cos) / 2, middle: -(1 + cos) },
    notch: { outer: 1, middle: -2 * cos },
  }[kind];
  return Float64Array.of(outer / a0, middle / a0, outer / a0, (-2 * cos) / a0, (1 - alpha) / a0);
}
