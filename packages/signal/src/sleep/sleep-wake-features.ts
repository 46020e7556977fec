import { createEpochWindows, quantile } from '../model/epoch-windows.ts';

/** Inputs of the sleep/wake model, in order. Window sizes are half widths in epochs of 30 s. */
export const sleepWakeInputs = [
  'activity',
  'activity ±2',
  'activity ±5',
  'activity ±10',
  'activity ±20',
  'activity ±40',
  'activity 10 before',
  'activity 10 after',
  'activity 30 before',
  'activity 30 after',
  'activity spread ±10',
  'activity spread ±30',
  'activity against ±60',
  'epochs since movement',
  'epochs until movement',
  'epochs since large movement',
  'epochs until large movement',
  'heart',
  'heart ±3',
  'heart ±10',
  'heart ±30',
  'heart 15 before',
  'heart 15 after',
  'heart against ±60',
  'heart spread ±10',
  'activity share of night',
  'epochs since start',
  'epochs until end',
] as const;

/** Minimum relative activity (see below) of a movement, and of a large one. */
const MOVEMENT = 1;
const LARGE_MOVEMENT = 6;
const MAX_DISTANCE = 120;

/**
 * Computes the model's features, one row in the order of `sleepWakeInputs` an epoch. Activity
 * enters as log(1 + activity × 5 / mean of the night), independent of its unit; heart rate
 * variation is relative to its median. Windows extend in both directions, so the features need
 * hindsight.
 *
 * @param activity one value per epoch of 30 s, ≥ 0, any linear unit; NaN: not measured
 * @param heartVariation one value per epoch, as from `heartRateVariation`; NaN: not measured
 */
export function sleepWakeFeatures(
  activity: ArrayLike<number>,
  heartVariation: ArrayLike<number>,
): Float64Array[] {
  const relative = relativeActivity(activity);
  const level = relative.map((value) => Math.log1p(value));
  const usualHeart = quantile(heartVariation, 0.5);
  const heart = Float64Array.from({ length: activity.length }, (_, i) =>
    Math.log(0.05 + (heartVariation[i] ?? Number.NaN) / usualHeart),
  );
  const moves = createEpochWindows(level);
  const hearts = createEpochWindows(heart);
  const [since, until] = distancesToMovement(relative, MOVEMENT);
  const [sinceLarge, untilLarge] = distancesToMovement(relative, LARGE_MOVEMENT);
  const sorted = level.filter((value) => !Number.isNaN(value)).sort();
  const around = (windows: typeof moves, i: number, half: number) =>
    windows.mean(i - half, i + half + 1);
  return Array.from(level, (own, i) =>
    Float64Array.of(
      own,
      around(moves, i, 2),
      around(moves, i, 5),
      around(moves, i, 10),
      around(moves, i, 20),
      around(moves, i, 40),
      moves.mean(i - 10, i),
      moves.mean(i + 1, i + 11),
      moves.mean(i - 30, i),
      moves.mean(i + 1, i + 31),
      moves.deviation(i - 10, i + 11),
      moves.deviation(i - 30, i + 31),
      around(moves, i, 3) - around(moves, i, 60),
      since[i] ?? 0,
      until[i] ?? 0,
      sinceLarge[i] ?? 0,
      untilLarge[i] ?? 0,
      heart[i] ?? Number.NaN,
      around(hearts, i, 3),
      around(hearts, i, 10),
      around(hearts, i, 30),
      hearts.mean(i - 15, i),
      hearts.mean(i + 1, i + 16),
      around(hearts, i, 3) - around(hearts, i, 60),
      hearts.deviation(i - 10, i + 11),
      shareBelow(sorted, around(moves, i, 2)),
      Math.log1p(i),
      Math.log1p(level.length - 1 - i),
    ),
  );
}

/** Five times the activity over the mean of the night; all 0 for a night without any. */
function relativeActivity(activity: ArrayLike<number>): Float64Array {
  const mean = createEpochWindows(activity).mean(0, activity.length);
  return Float64Array.from({ length: activity.length }, (_, i) =>
    mean > 0 ? (5 * Math.max(0, activity[i] ?? Number.NaN)) / mean : (activity[i] ?? Number.NaN),
  );
}

/**
 * Epochs since and until the nearest movement of at least `size`, at most 120 (an hour), as log(1 +
 * epochs).
 */
function distancesToMovement(relative: Float64Array, size: number): [Float64Array, Float64Array] {
  const since = new Float64Array(relative.length);
  const until = new Float64Array(relative.length);
  for (let i = 0, distance = MAX_DISTANCE; i < relative.length; i++) {
    distance = (relative[i] ?? 0) >= size ? 0 : Math.min(MAX_DISTANCE, distance + 1);
    since[i] = Math.log1p(distance);
  }
  for (let i = relative.length - 1, distance = MAX_DISTANCE; i >= 0; i--) {
    distance = (relative[i] ?? 0) >= size ? 0 : Math.min(MAX_DISTANCE, distance + 1);
    until[i] = Math.log1p(distance);
  }
  return [since, until];
}

/** Tolerance, so that rounding does not order equal values. */
const SAME = 1e-9;

/** Share of the sorted values below `value`, 0..1. */
function shareBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value - SAME) low = middle + 1;
    else high = middle;
  }
  return sorted.length === 0 ? Number.NaN : low / sorted.length;
}
