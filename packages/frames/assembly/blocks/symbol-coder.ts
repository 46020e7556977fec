import { putBits, putRest, takeBits, takeRest } from './bits';
import { residuals, symbols, wordsEnd } from './block-memory';
import { ESCAPES, FREQUENCIES, PROBABILITY_BITS, SLOTS, STATES } from './fixed-map';
import { SIGNED_CLASSES, entryAt } from './symbol-tables';

/** Range coder states (rANS, Duda 2013) are between this and 2^31. Two states alternate. */
const LOWEST_STATE: u32 = 1 << 15;
/** Initial mean of residuals: 4, × 256. */
const FIRST_MEAN: i32 = 1024;

/** Mean absolute value of about the last 16 residuals, × 256; updated after every four. */
let mean: i32 = 0;
let count: i32 = 0;
let words: usize = 0;

export function openSymbols(): void {
  mean = FIRST_MEAN;
  count = 0;
}

// @ts-ignore: decorator
@inline function classOf(average: i32): i32 {
  if (average < 16) return 0;
  const top = 31 - clz(average);
  const quarter = (average >> (top - 2)) & 3;
  return top <= 10 ? ((top - 4) << 2) | quarter : SIGNED_CLASSES | quarter;
}

/** Number of low bits of a residual that are coded raw. */
// @ts-ignore: decorator
@inline function rawBitsOf(average: i32): u32 {
  return max(0, 21 - clz(average)) as u32;
}

/** Residuals coded with the same mean. */
const GROUP: i32 = 4;

/** Maximum that one residual adds to the mean: a jump says little about the following residuals. */
// @ts-ignore: decorator
@inline function maxFor(average: i32): i32 { return 16 * average + FIRST_MEAN; }

/** Converts the residuals `begin` to `end` into symbols and raw bits, four at a time. */
export function putResiduals(begin: i32, end: i32): void {
  let average = mean;
  let at = symbols + ((count << 1) as usize);
  let index = begin;
  for (; index + GROUP <= end; index += GROUP, at += 2 * GROUP) {
    const own = classOf(average);
    const width = rawBitsOf(average);
    const group = i32x4.extend_low_i16x8_s(v128.load64_zero(residuals + ((index << 1) as usize)));
    const codes = v128.xor(i32x4.shl(group, 1), i32x4.shr_s(group, 31));
    const values = i32x4.shr_u(codes, width);
    const escape: i32 = load<u8>(ESCAPES + (own as usize));
    if (width > 0 || v128.any_true(i32x4.ge_s(values, i32x4.splat(escape)))) putEach(index, index + GROUP, average, at);
    else v128.store64_lane(at, i16x8.narrow_i32x4_u(v128.or(values, i32x4.splat(own << 7)), values), 0);
    const sizes = i32x4.min_s(i32x4.shl(i32x4.abs(group), 8), i32x4.splat(maxFor(average)));
    const halves = i32x4.add(sizes, v128.shuffle<i32>(sizes, sizes, 2, 3, 0, 1));
    average += (i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1) - GROUP * average) >> 4;
  }
  if (index < end) putEach(index, end, average, at);
  mean = updateMean(index, end, average);
  count += end - begin;
}

function putEach(begin: i32, end: i32, average: i32, begunAt: usize): void {
  const own = classOf(average);
  const width = rawBitsOf(average);
  const escape: u32 = load<u8>(ESCAPES + (own as usize));
  let at = begunAt;
  for (let index = begin; index < end; index++, at += 2) {
    const residual: i32 = load<i16>(residuals + ((index << 1) as usize));
    const code: u32 = ((residual << 1) ^ (residual >> 31)) as u32;
    const value = code >> width;
    store<u16>(at, (((own << 7) as u32) | min(value, escape)) as u16);
    if (value >= escape) putRest(value - escape);
    if (width > 0) putBits(code & ((1 << width) - 1), width);
  }
}

/** The mean after a last, shorter group. */
function updateMean(begin: i32, end: i32, average: i32): i32 {
  let change = 0;
  for (let index = begin; index < end; index++) change += min(abs(load<i16>(residuals + ((index << 1) as usize)) as i32) << 8, maxFor(average)) - average;
  return average + (change >> 4);
}

/**
 * Encodes the symbols in reverse, because the decoder reads them forward.
 * @returns the address of the words.
 */
export function closeSymbols(): usize {
  let at = wordsEnd;
  let one = LOWEST_STATE;
  let other = LOWEST_STATE;
  let symbol = symbols + ((count << 1) as usize);
  // Even symbols use the first state, odd ones the second; a last even one has no partner.
  if ((count & 1) != 0) {
    symbol -= 2;
    const entry = entryOf(symbol);
    const isLarge = one >= load<u32>(entry, 4);
    store<u16>(at - 2, one as u16);
    at -= isLarge ? 2 : 0;
    one = coded(isLarge ? one >> 16 : one, entry);
  }
  while (symbol > symbols) {
    symbol -= 4;
    const odd = entryOf(symbol + 2);
    const isOddLarge = other >= load<u32>(odd, 4);
    store<u16>(at - 2, other as u16);
    at -= isOddLarge ? 2 : 0;
    other = coded(isOddLarge ? other >> 16 : other, odd);
    const even = entryOf(symbol);
    const isEvenLarge = one >= load<u32>(even, 4);
    store<u16>(at - 2, one as u16);
    at -= isEvenLarge ? 2 : 0;
    one = coded(isEvenLarge ? one >> 16 : one, even);
  }
  store<u32>(at - 8, one);
  store<u32>(at - 8, other, 4);
  return at - 8;
}

// @ts-ignore: decorator
@inline function entryOf(symbol: usize): usize { return FREQUENCIES + ((load<u16>(symbol) as usize) << 4); }

/** (state / frequency) × 4,096 + state % frequency + the sum of earlier frequencies. */
// @ts-ignore: decorator
@inline function coded(state: u32, entry: usize): u32 {
  const last = load<u32>(entry, 12);
  const whole = ((((state as u64) * (load<u32>(entry, 8) as u64)) >> 32) as u32) >> (last >> 28);
  return state + (last & 0xffff) + whole * ((last >> 16) & 0xfff);
}

export function openWords(at: usize): void {
  openSymbols();
  words = at + 8;
  store<u64>(STATES, load<u64>(at));
}

/** Inverse of `putResiduals`. */
export function takeResiduals(begin: i32, end: i32): void {
  let average = mean;
  for (let index = begin; index < end; index += GROUP) {
    const groupEnd = min(index + GROUP, end);
    takeGroup(index, groupEnd, average, count + index - begin);
    average = updateMean(index, groupEnd, average);
  }
  mean = average;
  count += end - begin;
}

function takeGroup(begin: i32, end: i32, average: i32, first: i32): void {
  const own = classOf(average);
  const width = rawBitsOf(average);
  const escape: u32 = load<u8>(ESCAPES + (own as usize));
  for (let index = begin; index < end; index++) {
    const symbol = taken(own, STATES + (((first + index - begin) & 1) << 2));
    let code: u32 = symbol;
    if (symbol == escape) code += takeRest();
    if (width > 0) code = (code << width) | takeBits(width);
    store<i16>(residuals + ((index << 1) as usize), ((code >> 1) ^ -(code & 1)) as i16);
  }
}

// @ts-ignore: decorator
@inline function taken(own: i32, from: usize): u32 {
  let state = load<u32>(from);
  const slot = state & ((1 << PROBABILITY_BITS) - 1);
  const symbol: u32 = load<u8>(SLOTS + ((own as usize) << PROBABILITY_BITS) + (slot as usize));
  const entry = load<u32>(entryAt(own, symbol as i32));
  state = (entry & 0xffff) * (state >> PROBABILITY_BITS) + slot - (entry >> 16);
  if (state < LOWEST_STATE) {
    state = (state << 16) | (load<u16>(words) as u32);
    words += 2;
  }
  store<u32>(from, state);
  return symbol;
}

/** Whether decoding ended exactly at `end` with the initial states; damaged data does not. */
export function endsAt(end: usize): bool {
  return words == end && load<u32>(STATES) == LOWEST_STATE && load<u32>(STATES, 4) == LOWEST_STATE;
}
