import { length, listOf, misses, samplesOf, valuesOf } from './block-memory';
import { putSigned, putUnsigned, takeSigned, takeUnsigned } from './head-bytes';
import { putMisses, takeMisses } from './symbol-coder';
import { findLine, markOccurring, lastPlace, lineAt, lowest, nextOccurring, origin, pitch, placeOf, present, setLine, unit } from './value-line';

/*
 * A channel that uses few values is coded as the number of each sample's value in a list. The list holds either all
 * places of a line (its gaps all of one size, about), or only those that occur.
 */

/** A channel that changes less than this on average has no gaps worth looking for. */
export const LEAST_MEAN_STEP: i64 = 32;
/** Bits saved a sample below which it is left alone: numbers are less smooth than values. */
const LEAST_GAIN: f64 = 0.5;

/** Shorter channels have no use for a list, nor has one with almost as many values as samples. */
const SHORTEST: i32 = 256;
const MOST_VALUES: f64 = 0.7;

const NONE: u32 = 0;
const ALL_PLACES: u32 = 1;
const SOME_PLACES: u32 = 2;

export function clearList(channel: i32): void { store<u32>(listOf(channel), NONE); }

/** Puts numbers in the place of a channel's samples, where that is worth it. @returns whether it did. */
export function findList(channel: i32): bool {
  if (length < SHORTEST) return false;
  const row = samplesOf(channel);
  if (<f64>markOccurring(row) > MOST_VALUES * <f64>length) return false;
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

/** By what each saves, less about what its list costs. */
function bestKind(): u32 {
  const samples = <f64>length;
  const apart = <f64>(lastPlace + 1) / <f64>present;
  const all = lastPlace < length ? samples * Math.log2(unit) - 0.3 * <f64>lastPlace : 0;
  const some = samples * Math.log2(unit * apart) - <f64>present * (Math.log2(apart) + 2.5);
  if (max(all, some) < LEAST_GAIN * samples) return NONE;
  return all >= some ? ALL_PLACES : SOME_PLACES;
}

/** Lists the values; from here on PLACES holds numbers in the list, and the list's places lie behind its values. */
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
@inline function missAt(index: i32): usize { return misses + ((index << 1) as usize); }

// @ts-ignore: decorator
@inline function kindOf(channel: i32): u32 { return load<u32>(listOf(channel)); }
// @ts-ignore: decorator
@inline function countOf(channel: i32): i32 { return load<u32>(listOf(channel), 4); }

/** Kind, number of values and line in the head; as misses the gaps between places, and how far values lie off the line. */
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
      // Never below 0, so its sign's place is used for its size.
      store<i16>(missAt(number), (((gap >> 1) as i32) ^ -((gap & 1) as i32)) as i16);
    }
    putMisses(1, count);
  }
  for (let number = 0; number < count; number++) {
    const place: i32 = kindOf(channel) == ALL_PLACES ? number : load<u16>(listedPlaceAt(channel, number));
    store<i16>(missAt(number), ((load<i16>(valueAt(channel, number)) as i32) - lineAt(place)) as i16);
  }
  putMisses(0, count);
}

/** False when the head names more values than there can be. */
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
    takeMisses(1, count);
    store<u16>(listedPlaceAt(channel, 0), 0);
    for (let number = 1; number < count; number++) {
      const miss: i32 = load<i16>(missAt(number));
      const gap: u32 = ((miss << 1) ^ (miss >> 31)) as u32;
      store<u16>(listedPlaceAt(channel, number), ((load<u16>(listedPlaceAt(channel, number - 1)) as u32) + gap + 1) as u16);
    }
  }
  takeMisses(0, count);
  for (let number = 0; number < count; number++) {
    const place: i32 = kind == ALL_PLACES ? number : load<u16>(listedPlaceAt(channel, number));
    store<i16>(valueAt(channel, number), (lineAt(place) + (load<i16>(missAt(number)) as i32)) as i16);
  }
  return true;
}

/** Puts the values in the place of their numbers. False when there is a number beyond the list. */
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
