/**
 * Output of an estimator at one instant.
 *
 * - `value`: a figure to show, its certainty 0..1 (1 = as good as this method gets) and the time of
 *   its newest evidence, so that the caller can apply a maximum age.
 * - `uncertain`: data arrive, but no figure may be shown; `reason` says why.
 * - `none`: no data yet, or none newer than the estimator's maximum age.
 */
export type Reading<V = number> =
  | { kind: 'value'; value: V; certainty: number; atMs: number }
  | { kind: 'uncertain'; reason: UncertainReason; atMs: number }
  | { kind: 'none' };

export type UncertainReason =
  /** Too little data since the start or the last gap. */
  | 'settling'
  | 'flat'
  | 'saturated'
  | 'noisy'
  /** Events are found, but their pattern does not give a rate. */
  | 'irregular'
  /** The wearer moves, which hides the signal. */
  | 'movement'
  /** Outside the range of a body or of the sensor. */
  | 'implausible';

/**
 * A block of samples of one channel or of interleaved channels. Int16 −32768, NaN and infinities
 * mean "not measured".
 */
export type Samples = Float32Array | Int16Array;

/** Interface of all online estimators. `push` does not retain the samples. */
export interface Estimator<V = number> {
  push(samples: Samples, firstSampleTimeMs: number): void;
  read(nowMs: number): Reading<V>;
}

export const noReading: Reading<never> = { kind: 'none' };

export function valueReading<V>(value: V, certainty: number, atMs: number): Reading<V> {
  return { kind: 'value', value, certainty: Math.min(1, Math.max(0, certainty)), atMs };
}

export function uncertainReading(reason: UncertainReason, atMs: number): Reading<never> {
  return { kind: 'uncertain', reason, atMs };
}

/**
 * The reading without its value, for an external reason. Unchanged if `reason` is null or there is
 * no reading.
 */
export const heldBack = (reading: Reading, reason: UncertainReason | null): Reading =>
  reason === null || reading.kind === 'none' ? reading : uncertainReading(reason, reading.atMs);

/** Whether an estimator has no value because the wearer moves. */
export const showsMovement = (
  reading: { readonly kind: Reading['kind']; readonly reason?: UncertainReason } | undefined,
): boolean => reading?.kind === 'uncertain' && reading.reason === 'movement';

/** Whether a sample is a marker for "not measured". */
export function isNotMeasured(sample: number): boolean {
  return sample === -32768 || !Number.isFinite(sample);
}

/** The value with the highest certainty; otherwise the first uncertain reading; otherwise none. */
export function mostCertainReading(readings: readonly (Reading | undefined)[]): Reading {
  let best: Reading = noReading;
  for (const reading of readings) {
    if (reading === undefined || reading.kind === 'none') continue;
    if (
      best.kind === 'none' ||
      (reading.kind === 'value' && (best.kind !== 'value' || reading.certainty > best.certainty))
    )
      best = reading;
  }
  return best;
}
