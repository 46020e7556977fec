/**
 * What an estimator knows at one instant.
 *
 * - `value`: a figure to show, with certainty 0..1 (1 = as good as this method gets) and the time
 * of the newest
 *   evidence behind it, so that the caller can apply a maximum age of its own.
 * - `uncertain`: data arrive, but no figure may be shown; `reason` says why.
 * - `none`: no data yet, or nothing newer than the estimator's own maximum age.
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
  /** Events are found, but not in a pattern that a rate may be read from. */
  | 'irregular'
  /** The wearer moves; the wanted signal is buried. */
  | 'movement'
  /** Outside what a body or the sensor can produce. */
  | 'implausible';

/**
 * A block of samples of one channel (or interleaved channels). Int16 −32768, NaN and infinities
 * mean "not measured".
 */
export type Samples = Float32Array | Int16Array;

/**
 * Every online estimator has this shape. `push` borrows the samples for the call and keeps no
 * reference.
 */
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
 * What was read without its figure, because of something outside of it; with no reason, and of
 * nothing, as it is.
 */
export const heldBack = (reading: Reading, reason: UncertainReason | null): Reading =>
  reason === null || reading.kind === 'none' ? reading : uncertainReading(reason, reading.atMs);

/** Whether an estimator found the wearer moving where it looked for something else. */
export const tellsMovement = (
  reading: { readonly kind: Reading['kind']; readonly reason?: UncertainReason } | undefined,
): boolean => reading?.kind === 'uncertain' && reading.reason === 'movement';

/** True for the markers of a value that the device did not measure. */
export function isNotMeasured(sample: number): boolean {
  return sample === -32768 || !Number.isFinite(sample);
}

/** The value of the highest certainty; without a value the first doubt, without a doubt none. */
export function surestReading(readings: readonly (Reading | undefined)[]): Reading {
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
