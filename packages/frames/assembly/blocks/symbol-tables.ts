import { CLASSES, ESCAPES, FREQUENCIES, PROBABILITY_BITS, SLOTS, SYMBOLS } from './fixed-map';

/**
 * Classes below this one code signed residuals; the others code sizes, with the sign in the raw
 * bits.
 */
export const SIGNED_CLASSES: i32 = 28;
const ONE: u64 = 1 << 30;
const RANGE: u32 = 1 << PROBABILITY_BITS;
const LARGEST_SYMBOL: i32 = SYMBOLS - 2;

/**
 * Base of each class's distribution (discrete logistic), × 2^30. First 28 classes: e^(-1 / 2s),
 * where s gives the class its mean residual; class 4i + j has the mean 2^(i - 4) × (4.5 + j) / 4.
 * Last four: e^(-1 / s).
 */
const BASES: StaticArray<u32> = [
  39068567, 48103217, 57261776, 66541087, 80677865, 99907559, 119526951, 139474966, 169850850, 210743164, 251391215, 291068306, 347507567, 415347621,
  474218196, 524844416, 587881087, 653526022, 704132824, 744146673, 790437634, 835316071, 868016163, 892873068, 920660656, 946715196, 965204190, 979000998,
  920458718, 946601402, 965133883, 978954568,
];

/** Uses integers only, so that every implementation builds the same tables (docs/formats/ingest.md). */
export function buildSymbolTables(): void {
  for (let index = 0; index < CLASSES; index++) {
    const base: u64 = unchecked(BASES[index]);
    const escape = index < SIGNED_CLASSES ? signedFrequencies(index, base) : sizeFrequencies(index, base);
    store<u8>(ESCAPES + (index as usize), escape as u8);
    sumUp(index, escape);
  }
}

/**
 * Entry of a symbol. Decoding: its frequency and the sum of earlier ones (u16 each). Encoding: the
 * bound above which a state emits a word and the reciprocal that replaces the division by the
 * frequency (u32 each); then in one u32 the addend (16 bits), the frequency of all other symbols
 * (12) and the shift of the product (4). After Giesen, "rANS in practice", 2014.
 */
// @ts-ignore: decorator
@inline export function entryAt(index: i32, symbol: i32): usize {
  return FREQUENCIES + (((index * SYMBOLS + symbol) << 4) as usize);
}

/** 1 / (1 + 1 / power): the share of residuals at or beyond a bound. */
// @ts-ignore: decorator
@inline function beyond(power: u64): u64 {
  return (power << 30) / (ONE + power);
}

// @ts-ignore: decorator
@inline function rounded(share: u64): u32 {
  return ((share + (1 << (29 - PROBABILITY_BITS))) >> (30 - PROBABILITY_BITS)) as u32;
}

/** Symbols 0, 1, 2, 3, 4 … are residuals of 0, -1, 1, -2, 2 … */
function signedFrequencies(index: i32, base: u64): i32 {
  const square = (base * base) >> 30;
  let power = base;
  let outside = beyond(power);
  let given: u32 = 0;
  let symbol = 1;
  for (; symbol + 1 < LARGEST_SYMBOL; symbol += 2) {
    power = (power * square) >> 30;
    const next = beyond(power);
    const frequency = rounded(outside - next);
    if (frequency == 0) break;
    store<u16>(entryAt(index, symbol), frequency as u16);
    store<u16>(entryAt(index, symbol + 1), frequency as u16);
    given += 2 * frequency;
    outside = next;
  }
  return giveRest(index, symbol, given, max(1, rounded(2 * outside)));
}

/** Symbols 0, 1, 2 … are absolute values. */
function sizeFrequencies(index: i32, base: u64): i32 {
  let power = base;
  let outside = 2 * beyond(power);
  let given: u32 = 0;
  let symbol = 1;
  for (; symbol < LARGEST_SYMBOL; symbol++) {
    power = (power * base) >> 30;
    const next = 2 * beyond(power);
    const frequency = rounded(outside - next);
    if (frequency == 0) break;
    store<u16>(entryAt(index, symbol), frequency as u16);
    given += frequency;
    outside = next;
  }
  return giveRest(index, symbol, given, max(1, rounded(outside)));
}

/** The escape gets the share beyond the last symbol, symbol 0 the rest of the range. */
function giveRest(index: i32, escape: i32, given: u32, beyondLast: u32): i32 {
  store<u16>(entryAt(index, escape), beyondLast as u16);
  store<u16>(entryAt(index, 0), (RANGE - given - beyondLast) as u16);
  return escape;
}

function sumUp(index: i32, escape: i32): void {
  let sum: u32 = 0;
  for (let symbol = 0; symbol <= escape; symbol++) {
    const entry = entryAt(index, symbol);
    const frequency: u32 = load<u16>(entry);
    store<u16>(entry, sum as u16, 2);
    prepareCoding(entry, frequency, sum);
    memory.fill(SLOTS + ((index as usize) << PROBABILITY_BITS) + (sum as usize), symbol as u8, frequency as usize);
    sum += frequency;
  }
}

/** States are below 2^31, so a 32-bit reciprocal divides exactly. */
function prepareCoding(entry: usize, frequency: u32, before: u32): void {
  store<u32>(entry, frequency << (31 - PROBABILITY_BITS), 4);
  const others = (RANGE - frequency) << 16;
  if (frequency == 1) {
    // The reciprocal of 1 does not fit. This one yields state - 1, which the addend corrects.
    store<u32>(entry, 0xffffffff, 8);
    store<u32>(entry, (before + RANGE - 1) | others, 12);
    return;
  }
  const shift = 32 - clz(frequency - 1);
  store<u32>(entry, ((((1 as u64) << (shift + 31)) + frequency - 1) / frequency) as u32, 8);
  store<u32>(entry, before | others | ((shift - 1) << 28), 12);
}
