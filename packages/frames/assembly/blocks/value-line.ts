import { length } from './block-memory';
import { OCCURS, PLACES } from './fixed-map';

/*
 * Low-resolution converters and decimal recordings use only evenly spaced values, near origin +
 * place × pitch. This file analyses the values of one channel.
 */
const VALUES: i32 = 65_536;
/** Origin and pitch are × 65,536. */
const FRACTION_BITS: i64 = 16;
const ONE: f64 = 65_536;

export let present: i32 = 0;
export let lowest: i32 = 0;
export let lastPlace: i32 = 0;
/** Approximate common divisor of the gaps between values; 1 if there is none. */
export let unit: f64 = 1;
export let origin: i64 = 0;
export let pitch: i64 = 0;

export function setLine(newOrigin: i64, newPitch: i64): void {
  origin = newOrigin;
  pitch = newPitch;
}

/** The value of the line at a place. */
// @ts-ignore: decorator
@inline export function lineAt(place: i32): i32 {
  return ((origin + pitch * (place as i64) + (1 << (FRACTION_BITS - 1))) >> FRACTION_BITS) as i32;
}

/** The next value that occurs, from `from` on, counted from -32,768; 65,536 if there is none. */
export function nextOccurring(from: i32): i32 {
  let value = from;
  while (value < VALUES && load<u8>(OCCURS + (value as usize)) == 0) {
    value++;
    while ((value & 7) == 0 && value < VALUES && load<u64>(OCCURS + (value as usize)) == 0) value += 8;
  }
  return value;
}

// @ts-ignore: decorator
@inline export function placeOf(value: i32): usize { return PLACES + ((value << 1) as usize); }

/**
 * Marks the values that occur in a row.
 * @returns the number of distinct values.
 */
export function markOccurring(row: usize): i32 {
  memory.fill(OCCURS, 0, VALUES);
  let count = 0;
  for (let index = 0; index < length; index++) {
    const at = OCCURS + ((load<i16>(row + ((index << 1) as usize)) as i32 + 32_768) as usize);
    count += 1 - (load<u8>(at) as i32);
    store<u8>(at, 1);
  }
  return count;
}

/** Finds the unit and the line of the marked values. */
export function findLine(): void {
  lowest = nextOccurring(0);
  unit = findUnit();
  fitLine();
  if (unit >= 2 && isNearLine()) return;
  unit = 1;
  setLine(((lowest - 32_768) as i64) << FRACTION_BITS, 1 << FRACTION_BITS);
  placeAll(1);
}

/** The unit, assuming that the smallest gap is one to four units. */
function findUnit(): f64 {
  const gap = smallestGap();
  if (gap < 2) return 1;
  const mean = meanGap(gap);
  for (let parts: f64 = 1; parts <= 4; parts++) if (areMultiples(mean / parts)) return mean / parts;
  return 1;
}

/** Returns 0 for fewer than two values. */
function smallestGap(): i32 {
  let before = lowest;
  let smallest = VALUES;
  for (let value = nextOccurring(before + 1); value < VALUES && smallest > 1; value = nextOccurring(value + 1)) {
    smallest = min(smallest, value - before);
    before = value;
  }
  return smallest < VALUES ? smallest : 0;
}

/** Mean of the gaps close to the smallest. */
function meanGap(gap: i32): f64 {
  let sum: f64 = 0;
  let count: f64 = 0;
  let before = lowest;
  for (let value = nextOccurring(before + 1); value < VALUES; value = nextOccurring(value + 1)) {
    if (value - before <= gap + 1) {
      sum += <f64>(value - before);
      count += 1;
    }
    before = value;
  }
  return sum / count;
}

function areMultiples(candidate: f64): bool {
  let before = lowest;
  for (let value = nextOccurring(before + 1); value < VALUES; value = nextOccurring(value + 1)) {
    const times = <f64>(value - before) / candidate;
    // Tolerance: values are rounded and the unit is approximate.
    if (abs(times - Math.round(times)) * candidate > 1.5 + 0.01 * <f64>(value - before)) return false;
    before = value;
  }
  return true;
}

/** Assigns each value a place by the gap before it. */
function placeAll(apart: f64): void {
  let place = 0;
  let before = lowest;
  present = 0;
  for (let value = before; value < VALUES; value = nextOccurring(value + 1)) {
    place += <i32>Math.round(<f64>(value - before) / apart);
    before = value;
    store<u16>(placeOf(value), place as u16);
    present++;
  }
  lastPlace = place;
}

/** Fits a straight line through the values at their places. */
function fitLine(): void {
  placeAll(unit);
  if (present < 2) return;
  let places: f64 = 0, sum: f64 = 0, squares: f64 = 0, products: f64 = 0;
  for (let value = lowest; value < VALUES; value = nextOccurring(value + 1)) {
    const place = <f64>load<u16>(placeOf(value));
    places += place;
    sum += <f64>value;
    squares += place * place;
    products += place * <f64>value;
  }
  const count = <f64>present;
  const slope = (count * products - places * sum) / (count * squares - places * places);
  setLine(<i64>Math.round(((sum - slope * places) / count - 32_768) * ONE), <i64>Math.round(slope * ONE));
}

function isNearLine(): bool {
  for (let value = lowest; value < VALUES; value = nextOccurring(value + 1)) {
    if (abs(lineAt(load<u16>(placeOf(value))) - (value - 32_768)) > 2) return false;
  }
  return true;
}
