import { saturatedFrom } from '../channels/clip-watch.ts';
import type { Reading } from '../reading/reading.ts';

/** Why a rate of breathing is not to be shown although one was found in the last half minute. */
export type BreathDoubt = 'saturated' | 'flat';

/** Without a breath for this long a trace reads as a flat line, whatever went before. */
const LEAST_PAUSE_MS = 10_000;
/** Who breathes slowly is given this many breaths' time. */
const PAUSE_BREATHS = 2;

/**
 * A rate looks back over half a minute or more, so it goes on over a trace that is flat by now, and
 * over one whose tops are cut off. What stands against showing it:
 *
 * @param reading the rate as its estimator tells it
 * @param lastBreathMs when the last breath was (`RespirationEstimator.lastBreathMs`)
 * @param clippedShare how much of the trace lies at the ends of the converter (`createClipWatch`)
 */
export function breathDoubt(
  reading: Reading,
  lastBreathMs: number,
  clippedShare: number,
): BreathDoubt | null {
  if (reading.kind === 'none') return null;
  if (clippedShare >= saturatedFrom) return 'saturated';
  if (reading.kind !== 'value' || Number.isNaN(lastBreathMs)) return null;
  const pauseMs = Math.max(LEAST_PAUSE_MS, (PAUSE_BREATHS * 60_000) / reading.value);
  return reading.atMs - lastBreathMs > pauseMs ? 'flat' : null;
}
