/** Statistics over any window of a series in constant time; missing values (NaN) are skipped. */
export interface EpochWindows {
  /** Mean of the measured values in [from, to), clipped to the series; NaN with none. */
  mean(from: number, to: number): number;
  /** Standard deviation of the same values; NaN with none. */
  deviation(from: number, to: number): number;
  readonly length: number;
}

export function createEpochWindows(values: ArrayLike<number>): EpochWindows {
  const length = values.length;
  const sums = new Float64Array(length + 1);
  const squares = new Float64Array(length + 1);
  const counts = new Float64Array(length + 1);
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? Number.NaN;
    const measured = !Number.isNaN(value);
    sums[i + 1] = (sums[i] ?? 0) + (measured ? value : 0);
    squares[i + 1] = (squares[i] ?? 0) + (measured ? value * value : 0);
    counts[i + 1] = (counts[i] ?? 0) + (measured ? 1 : 0);
  }
  const within = (at: number) => Math.min(length, Math.max(0, at));
  const total = (running: Float64Array, from: number, to: number) =>
    (running[within(to)] ?? 0) - (running[within(from)] ?? 0);
  return {
    length,
    mean: (from, to) => total(sums, from, to) / total(counts, from, to),
    deviation(from, to) {
      const count = total(counts, from, to);
      const mean = total(sums, from, to) / count;
      return Math.sqrt(Math.max(0, total(squares, from, to) / count - mean * mean));
    },
  };
}

/** Value below which `share` (0..1) of the measured values fall; NaN with none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const measured = Float64Array.from(
    Array.from(values).filter((value) => !Number.isNaN(value)),
  ).sort();
  return measured[Math.min(measured.length - 1, Math.floor(share * measured.length))] ?? Number.NaN;
}
