import { channels, length, stepsOf } from './block-memory';
import { CORRELATIONS, EQUATIONS, FIT_ROWS, FIT_ROW_BYTES, FIT_SAMPLES, SOLUTION } from './fixed-map';
import { ACROSS, TAP_BITS, neighbours, ownTaps, setCounts, tapAt } from './model';

/** Bound on scaled steps, so that the sum of 8,192 products fits into 31 bits. */
const LARGEST: i32 = 1023;
/** Lowest lag of the stored correlations; those of a pair of rows are contiguous. */
const LOWEST_LAG: i32 = -20;
const LAGS: i32 = 40;
const ROWS: i32 = 5;
/** Variance that rounding adds to each step. */
const ROUNDING: f64 = 0.15;
const BITS_A_TAP: f64 = 12;

let weighted: f64 = 0;

/**
 * Least-squares fit over the channels `first`, `first + every` … up to `end`, each with its own
 * weight, from the correlations of the channel with itself and the `others` channels before it.
 * Leaves a model without taps if that costs fewer bits.
 */
export function fitModel(first: i32, end: i32, every: i32, own: i32, others: i32): void {
  setCounts(own, others);
  memory.fill(CORRELATIONS, 0, (ROWS * ROWS * LAGS * 8) as usize);
  weighted = 0;
  let samples: f64 = 0;
  for (let channel = first; channel < end; channel += every) addChannel(channel);
  samples = <f64>(end - first) * <f64>length;
  const taps = own + ACROSS * others;
  const gain = solve(taps) ? gainOf(taps) : 1;
  // Halving the variance saves half a bit per sample.
  if (gain <= 0 || 0.5 * samples * -Math.log2(gain) < BITS_A_TAP * <f64>taps) setCounts(0, 0);
}

// @ts-ignore: decorator
@inline function rowAt(row: i32): usize { return FIT_ROWS + 64 + (row as usize) * FIT_ROW_BYTES; }

// @ts-ignore: decorator
@inline function correlationAt(row: i32, other: i32, lag: i32): usize {
  return CORRELATIONS + (((row * ROWS + other) * LAGS + lag - LOWEST_LAG) << 3) as usize;
}

/** Adds the correlations of bounded copies of a channel and of those before it. */
function addChannel(channel: i32): void {
  const count = min(length, FIT_SAMPLES);
  const shift = shiftFor(channel, count);
  for (let row = 0; row <= neighbours; row++) copySmall(row, stepsOf(channel - row), count, shift);
  const energy = energyOf(count);
  const weight = 1.0 / (energy / <f64>count + 0.3 / <f64>(1 << (2 * shift)));
  weighted += weight * <f64>count / <f64>(1 << (2 * shift));
  for (let lag = 0; lag <= ownTaps; lag += 4) addLags(0, 0, lag, count, weight);
  for (let row = 1; row <= neighbours; row++) {
    for (let lag = -ownTaps - 1; lag <= 1; lag += 4) addLags(0, row, lag, count, weight);
    addLags(row, row, 0, count, weight);
    for (let other = row + 1; other <= neighbours; other++) {
      addLags(row, other, -2, count, weight);
      addLags(row, other, 2, count, weight);
    }
  }
}

/** Bits to drop so that eight times the mean step stays below the bound. */
function shiftFor(channel: i32, count: i32): i32 {
  let sum: i64 = 0;
  const row = stepsOf(channel);
  for (let index = 0; index < count; index++) sum += abs(load<i16>(row + ((index << 1) as usize)) as i32);
  const mean = (sum / (count as i64)) as i32;
  let shift = 0;
  while ((mean << 3) >> shift > LARGEST) shift++;
  return shift;
}

function copySmall(row: i32, from: usize, count: i32, shift: i32): void {
  const to = rowAt(row);
  const most = i16x8.splat(LARGEST as i16);
  const least = i16x8.splat(-LARGEST as i16);
  memory.fill(to - 64, 0, 64);
  for (let index = 0; index < count; index += 8) {
    const steps = i16x8.shr_s(v128.load(from + ((index << 1) as usize)), shift);
    v128.store(to + ((index << 1) as usize), i16x8.max_s(i16x8.min_s(steps, most), least));
  }
  memory.fill(to + ((count << 1) as usize), 0, 64);
}

function energyOf(count: i32): f64 {
  const row = rowAt(0);
  let sums = i32x4.splat(0);
  for (let index = 0; index < count; index += 8) {
    const steps = v128.load(row + ((index << 1) as usize));
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(steps, steps));
  }
  return sumOf(sums);
}

/** Adds row[t] × other[t - lag] over all t, for four lags from `lag` on. */
function addLags(row: i32, other: i32, lag: i32, count: i32, weight: f64): void {
  const one = rowAt(row);
  const two = rowAt(other) - (lag << 1);
  let first = i32x4.splat(0);
  let second = first;
  let third = first;
  let fourth = first;
  for (let at: usize = 0; at < ((count << 1) as usize); at += 16) {
    const steps = v128.load(one + at);
    first = i32x4.add(first, i32x4.dot_i16x8_s(steps, v128.load(two + at)));
    second = i32x4.add(second, i32x4.dot_i16x8_s(steps, v128.load(two + at - 2)));
    third = i32x4.add(third, i32x4.dot_i16x8_s(steps, v128.load(two + at - 4)));
    fourth = i32x4.add(fourth, i32x4.dot_i16x8_s(steps, v128.load(two + at - 6)));
  }
  const at = correlationAt(row, other, lag);
  store<f64>(at, load<f64>(at) + weight * sumOf(first));
  store<f64>(at, load<f64>(at, 8) + weight * sumOf(second), 8);
  store<f64>(at, load<f64>(at, 16) + weight * sumOf(third), 16);
  store<f64>(at, load<f64>(at, 24) + weight * sumOf(fourth), 24);
}

// @ts-ignore: decorator
@inline function sumOf(sums: v128): f64 {
  return <f64>i32x4.extract_lane(sums, 0) + <f64>i32x4.extract_lane(sums, 1) + <f64>i32x4.extract_lane(sums, 2) + <f64>i32x4.extract_lane(sums, 3);
}

// @ts-ignore: decorator
@inline function rowOf(tap: i32): i32 { return tap < ownTaps ? 0 : (tap - ownTaps) / ACROSS + 1; }
// @ts-ignore: decorator
@inline function lagOf(tap: i32): i32 { return tap < ownTaps ? tap + 1 : (tap - ownTaps) % ACROSS - 1; }

/** Sum of row[t - lag] × other[t - otherLag]. */
function between(row: i32, lag: i32, other: i32, otherLag: i32): f64 {
  if (row < other) return load<f64>(correlationAt(row, other, otherLag - lag));
  if (row > other) return load<f64>(correlationAt(other, row, lag - otherLag));
  return load<f64>(correlationAt(row, row, abs(lag - otherLag)));
}

// @ts-ignore: decorator
@inline function equationAt(row: i32, column: i32): usize { return EQUATIONS + (((row * 32 + column) << 3) as usize); }
// @ts-ignore: decorator
@inline function solutionAt(tap: i32): usize { return SOLUTION + ((tap << 3) as usize); }

/**
 * Solves the normal equations by Cholesky decomposition and stores the rounded taps. Returns false
 * without a good solution.
 */
function solve(taps: i32): bool {
  for (let row = 0; row < taps; row++) {
    for (let column = 0; column <= row; column++) store<f64>(equationAt(row, column), between(rowOf(row), lagOf(row), rowOf(column), lagOf(column)));
    const diagonal = equationAt(row, row);
    store<f64>(diagonal, load<f64>(diagonal) * 1.0001 + ROUNDING * weighted + 1e-9);
    store<f64>(solutionAt(row), between(0, 0, rowOf(row), lagOf(row)));
  }
  for (let row = 0; row < taps; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = load<f64>(equationAt(row, column));
      for (let index = 0; index < column; index++) sum -= load<f64>(equationAt(row, index)) * load<f64>(equationAt(column, index));
      if (row == column && sum <= 0) return false;
      store<f64>(equationAt(row, column), row == column ? Math.sqrt(sum) : sum / load<f64>(equationAt(column, column)));
    }
  }
  return substitute(taps);
}

function substitute(taps: i32): bool {
  for (let row = 0; row < taps; row++) {
    let sum = load<f64>(solutionAt(row));
    for (let index = 0; index < row; index++) sum -= load<f64>(equationAt(row, index)) * load<f64>(solutionAt(index));
    store<f64>(solutionAt(row), sum / load<f64>(equationAt(row, row)));
  }
  for (let row = taps - 1; row >= 0; row--) {
    let sum = load<f64>(solutionAt(row));
    for (let index = row + 1; index < taps; index++) sum -= load<f64>(equationAt(index, row)) * load<f64>(solutionAt(index));
    store<f64>(solutionAt(row), sum / load<f64>(equationAt(row, row)));
    const tap = Math.round(load<f64>(solutionAt(row)) * <f64>(1 << TAP_BITS));
    if (!(abs(tap) < 32_767)) return false;
    store<i16>(tapAt(row), <i16>(<i32>tap));
  }
  return true;
}

/** Share of the variance that the model leaves, from the correlations. */
function gainOf(taps: i32): f64 {
  const energy = load<f64>(correlationAt(0, 0, 0));
  let left = energy;
  for (let tap = 0; tap < taps; tap++) left -= load<f64>(solutionAt(tap)) * between(0, 0, rowOf(tap), lagOf(tap));
  return energy > 0 ? max(left, 1e-9 * energy) / energy : 1;
}
