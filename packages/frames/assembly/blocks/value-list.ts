import { length, listOf, residuals, samplesOf, valuesOf } from './block-memory';
import { putSigned, putUnsigned, takeSigned, takeUnsigned } from './head-bytes';
import { putResiduals, takeResiduals } from './symbol-coder';
import { findLine, markOccurring, lastPlace, lineAt, lowest, nextOccurring, origin, pitch, placeOf, present, setLine, unit } from './value-line';

/*
 * A channel with few distinct values is coded as indexes into a list of values. The list contains
 * all places of a line, or only those that occur.
 */

/** Channels with a smaller mean step have no gaps worth finding. */
export const MIN_MEAN_STEP: i64 = 32;
/**
 * Minimum bits saved per sample. Indexes are less smooth than values, so small gains are not worth
 * it.
 */
const MIN_GAIN: f64 = 0.5;

/** Shorter channels, and those with almost as many distinct values as samples, get no list. */
const SHORTEST: i32 = 256;
const MAX_VALUE_SHARE: f64 = 0.7;

const NONE: u32 = 0;
const ALL_PLACES: u32 = 1;
const SOME_PLACES: u32 = 2;

export function clearList(channel: i32): void { store<u32>(listOf(channel), NONE); }

/**
 * Replaces a channel's samples with indexes if that pays.
 * @returns whether it did.
 */
export function findList(channel: i32): bool {
  if (length < SHORTEST) return false;
  const row = samplesOf(channel);
  if (<f64>markOccurring(row) > MAX_VALUE_SHARE * <f64>length) return false;
  findLine();
  const kind = bestKind();
  if (kind == NONE) return false;
  store<u32>(listOf(channel), kind);
  store<u32>(listOf(channel), kind == ALL_PLACES ? lastPlace + 1 : present, 4);
  store<i64>(listOf(channel), origin, 8);
  store<i64>(listOf(channel), pitch, 16);
  numberValues(channel, kind);
  for (let index = 0; index < length; index++) {
    const at = row + ((index << 1) as usize);
    store<u16>(at, load<u16>(placeOf(load<i16>(at) as i32 + 32_768)));
  }
  return true;
}

/** Chooses the kind that saves the most, minus the estimated cost of its list. */
function bestKind(): u32 {
  const samples = <f64>length;
  const apart = <f64>(lastPlace + 1) / <f64>present;
  const all = lastPlace < length ? samples * Math.log2(unit) - 0.3 * <f64>lastPlace : 0;
  const some = samples * Math.log2(unit * apart) - <f64>present * (Math.log2(apart) + 2.5);
  if (max(all, some) < MIN_GAIN * samples) return NONE;
  return all >= some ? ALL_PLACES : SOME_PLACES;
}

/**
 * Builds the list. Afterwards PLACES holds indexes into the list, and the places follow its values.
 */
function numberValues(channel: i32, kind: u32): void {
  if (kind == ALL_PLACES) for (let place = 0; place <= lastPlace; place++) store<i16>(valueAt(channel, place), lineAt(place) as i16);
  let number = 0;
  for (let value = lowest; value < 65_536; value = nextOccurring(value + 1), number++) {
    const place: i32 = load<u16>(placeOf(value));
    if (kind == SOME_PLACES) {
      store<u16>(listedPlaceAt(channel, number), place as u16);
      store<u16>(placeOf(value), number as u16);
    }
    store<i16>(valueAt(channel, kind == ALL_PLACES ? place : number), (value - 32_768) as i16);
  }
}

// @ts-ignore: decorator
@inline function valueAt(channel: i32, number: i32): usize { return valuesOf(channel) + ((number << 1) as usize); }
// @ts-ignore: decorator
@inline function listedPlaceAt(channel: i32, number: i32): usize { return valuesOf(channel) + ((length << 1) as usize) + ((number << 1) as usize); }
// @ts-ignore: decorator
@inline function residualAt(index: i32): usize { return residuals + ((index << 1) as usize); }

// @ts-ignore: decorator
@inline function kindOf(channel: i32): u32 { return load<u32>(listOf(channel)); }
// @ts-ignore: decorator
@inline function countOf(channel: i32): i32 { return load<u32>(listOf(channel), 4); }

/**
 * Writes kind, count and line to the head; the gaps between places, and the distances of the values
 * from the line, as residuals.
 */
export function putList(channel: i32): void {
  putUnsigned(kindOf(channel));
  if (kindOf(channel) == NONE) return;
  const count = countOf(channel);
  setLine(load<i64>(listOf(channel), 8), load<i64>(listOf(channel), 16));
  putUnsigned(count as u32);
  putSigned((origin >> 16) as i32);
  putUnsigned((origin & 0xffff) as u32);
  putUnsigned(pitch as u32);
  if (kindOf(channel) == SOME_PLACES) {
    for (let number = 1; number < count; number++) {
      const gap: u32 = (load<u16>(listedPlaceAt(channel, number)) as u32) - (load<u16>(listedPlaceAt(channel, number - 1)) as u32) - 1;
      // Never negative, so the zigzag encoding uses all its codes.
      store<i16>(residualAt(number), (((gap >> 1) as i32) ^ -((gap & 1) as i32)) as i16);
    }
    putResiduals(1, count);
  }
  for (let number = 0; number < count; number++) {
    const place: i32 = kindOf(channel) == ALL_PLACES ? number : load<u16>(listedPlaceAt(channel, number));
    store<i16>(residualAt(number), ((load<i16>(valueAt(channel, number)) as i32) - lineAt(place)) as i16);
  }
  putResiduals(0, count);
}

/** Returns false if the list is longer than possible. */
export function takeList(channel: i32): bool {
  const kind = takeUnsigned();
  store<u32>(listOf(channel), kind);
  if (kind == NONE) return true;
  const count = takeUnsigned() as i32;
  if (kind > SOME_PLACES || count < 1 || count > length) return false;
  store<u32>(listOf(channel), count, 4);
  const whole = takeSigned() as i64;
  const fraction = takeUnsigned() as i64;
  setLine((whole << 16) + fraction, takeUnsigned() as i64);
  if (kind == SOME_PLACES) {
    takeResiduals(1, count);
    store<u16>(listedPlaceAt(channel, 0), 0);
    for (let number = 1; number < count; number++) {
      const residual: i32 = load<i16>(residualAt(number));
      const gap: u32 = ((residual << 1) ^ (residual >> 31)) as u32;
      store<u16>(listedPlaceAt(channel, number), ((load<u16>(listedPlaceAt(channel, number - 1)) as u32) + gap + 1) as u16);
    }
  }
  takeResiduals(0, count);
  for (let number = 0; number < count; number++) {
    const place: i32 = kind == ALL_PLACES ? number : load<u16>(listedPlaceAt(channel, number));
    store<i16>(valueAt(channel, number), (lineAt(place) + (load<i16>(residualAt(number)) as i32)) as i16);
  }
  return true;
}

/** Replaces indexes with values. Returns false if an index is beyond the list. */
export function fromNumbers(channel: i32): bool {
  if (kindOf(channel) == NONE) return true;
  const count = countOf(channel);
  const row = samplesOf(channel);
  for (let index = 0; index < length; index++) {
    const at = row + ((index << 1) as usize);
    const number: i32 = load<u16>(at);
    if (number >= count) return false;
    store<i16>(at, load<i16>(valueAt(channel, number)));
  }
  return true;
}
