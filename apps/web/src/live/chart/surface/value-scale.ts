import type { LaneScale } from '../chart-spec.ts';
import { MARK_SATURATED, type SampleRing } from '../traces/sample-ring.ts';

/** Minimum and maximum value of a lane. */
export type ValueRange = { readonly low: number; readonly high: number };

/** Padding above and below the signal. */
const PADDING = 0.2;
/**
 * An automatic range shrinks only when the signal fills less than this share of it, so that it does
 * not pulse with the trace.
 */
const SHRINK_BELOW = 0.4;

/**
 * Range of a lane whose scale does not depend on the signal. `heightMm` is the lane's height on the
 * screen.
 */
export function fixedRange(
  scale: Exclude<LaneScale, { kind: 'auto' }>,
  heightMm: number,
): ValueRange {
  if (scale.kind === 'fixed') return { low: scale.low, high: scale.high };
  const half = heightMm / scale.mmPerUnit / 2;
  return { low: -half, high: half };
}

/**
 * The next range of a lane that follows its signal; the same object while the current one still
 * fits.
 */
export function followRange(
  scale: Extract<LaneScale, { kind: 'auto' }>,
  present: ValueRange | undefined,
  seen: ValueRange | undefined,
): ValueRange {
  if (seen === undefined)
    return present ?? { low: -scale.minimumSpan / 2, high: scale.minimumSpan / 2 };
  const fits = present !== undefined && seen.low >= present.low && seen.high <= present.high;
  const wanted = padded(scale, seen);
  if (!fits) return wanted;
  return (wanted.high - wanted.low) / (present.high - present.low) < SHRINK_BELOW
    ? wanted
    : present;
}

/**
 * Widens the range of one of several lanes around its middle to the largest span among them, so
 * that equal heights mean equal changes.
 */
export function withSharedSpan(
  own: ValueRange | undefined,
  all: readonly (ValueRange | undefined)[],
): ValueRange | undefined {
  if (own === undefined) return undefined;
  const span = Math.max(...all.map((range) => (range === undefined ? 0 : range.high - range.low)));
  const half = Math.max(span, own.high - own.low) / 2;
  const middle = (own.low + own.high) / 2;
  return { low: middle - half, high: middle + half };
}

function padded(
  scale: Extract<LaneScale, { kind: 'auto' }>,
  { low, high }: ValueRange,
): ValueRange {
  const span = Math.max(scale.minimumSpan, (high - low) * (1 + 2 * PADDING)) / scale.magnify;
  const middle = (low + high) / 2;
  return { low: middle - span / 2, high: middle + span / 2 };
}

/**
 * Minimum and maximum measured value of some rings between two indices; undefined without a value.
 */
export function measureRange(
  rings: readonly SampleRing[],
  from: number,
  to: number,
): ValueRange | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const ring of rings) {
    for (let index = Math.max(from, ring.start); index < Math.min(to, ring.end); index++) {
      const value = ring.valueAt(index);
      if (Number.isNaN(value) || ring.markAt(index) === MARK_SATURATED) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? { low, high } : undefined;
}
