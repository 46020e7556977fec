import { saturatedFrom } from '../channels/clip-watch.ts';
import type { Reading } from '../reading/reading.ts';

/** Why a respiration rate must not be shown although one was found in the last half minute. */
export type BreathDoubt = 'saturated' | 'flat' | 'settling';

/** Minimum time without a breath after which the trace counts as flat. */
const MIN_PAUSE_MS = 10_000;
/** Slow breathing gets this many breath intervals instead. */
const PAUSE_BREATHS = 2;

/**
 * Returns why a respiration rate must not be shown, or null. A rate covers the last half minute or
 * more, so it outlasts a trace that has gone flat, and exists for a clipped one.
 *
 * @param reading the rate from its estimator
 * @param lastBreathMs time of the last breath (`RespirationEstimator.lastBreathMs`)
 * @param clippedShare share of samples at the converter's limits (`createClipWatch`), 0..1
 */
export function breathDoubt(
  reading: Reading,
  lastBreathMs: number,
  clippedShare: number,
): BreathDoubt | null {
  if (reading.kind === 'none') return null;
  if (clippedShare >= saturatedFrom) return 'saturated';
  if (reading.kind !== 'value' || Number.isNaN(lastBreathMs)) return null;
  const pauseMs = Math.max(MIN_PAUSE_MS, (PAUSE_BREATHS * 60_000) / reading.value);
  return reading.atMs - lastBreathMs > pauseMs ? 'flat' : null;
}
