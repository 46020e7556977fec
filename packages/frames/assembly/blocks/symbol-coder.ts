import { putBits, putRest, takeBits, takeRest } from './bits';
import { misses, symbols, wordsEnd } from './block-memory';
import { ESCAPES, FREQUENCIES, PROBABILITY_BITS, SLOTS } from './fixed-map';
import { SIGNED_CLASSES, entryAt } from './symbol-tables';

/** States of the range coder (rANS, Duda 2013) lie between this and 2^32; two of them take turns. */
const LOWEST_STATE: u32 = 1 << 16;
/** What misses are expected to be like at first: 4 on average, × 256. */
const FIRST_MEAN: i32 = 1024;

/** Mean size of the last misses, × 256, over about 16 of them. */
let mean: i32 = 0;
let count: i32 = 0;
let words: usize = 0;
let even: u32 = 0;
let odd: u32 = 0;

export function openSymbols(): void {
  mean = FIRST_MEAN;
  count = 0;
}

export function symbolCount(): i32 { return count; }

// @ts-ignore: decorator
@inline function classOf(average: i32): i32 {
  if (average < 16) return 0;
  const top = 31 - clz(average);
  const quarter = (average >> (top - 2)) & 3;
  return top <= 10 ? ((top - 4) << 2) | quarter : SIGNED_CLASSES | quarter;
}

/** Bits of a miss that are too small to be worth a symbol. */
// @ts-ignore: decorator
@inline function rawBitsOf(average: i32): u32 {
  return max(0, 21 - clz(average)) as u32;
}

/** One miss at most doubles the mean, about: a jump says little about what comes after it. */
// @ts-ignore: decorator
@inline function meanAfter(average: i32, miss: i32): i32 {
  return average + ((min(abs(miss) << 8, 16 * average + FIRST_MEAN) - average) >> 4);
}

/** Turns the misses `begin` to `end` into symbols and raw bits. */
export function putMisses(begin: i32, end: i32): void {
  let average = mean;
  let at = symbols + ((count << 1) as usize);
  for (let index = begin; index < end; index++, at += 2) {
    const miss: i32 = load<i16>(misses + ((index << 1) as usize));
    const code: u32 = ((miss << 1) ^ (miss >> 31)) as u32;
    const own = classOf(average);
    const width = rawBitsOf(average);
    const value = code >> width;
    const escape: u32 = load<u8>(ESCAPES + (own as usize));
    store<u16>(at, (((own << 8) as u32) | min(value, escape)) as u16);
    if (value >= escape) putRest(value - escape);
    if (width > 0) putBits(code & ((1 << width) - 1), width);
    average = meanAfter(average, miss);
  }
  mean = average;
  count += end - begin;
}

/** Codes the symbols from the last to the first, since they are read the other way round. @returns where the words begin. */
export function closeSymbols(): usize {
  words = wordsEnd;
  even = LOWEST_STATE;
  odd = LOWEST_STATE;
  let index = count - 1;
  if ((index & 1) == 0) even = coded(even, index--);
  for (; index > 0; index -= 2) {
    odd = coded(odd, index);
    even = coded(even, index - 1);
  }
  words -= 8;
  store<u32>(words, even);
  store<u32>(words, odd, 4);
  return words;
}

// @ts-ignore: decorator
@inline function coded(state: u32, index: i32): u32 {
  const symbol: u32 = load<u16>(symbols + ((index << 1) as usize));
  const entry: u32 = load<u32>(FREQUENCIES + ((((symbol >> 8) << 7) | (symbol & 127)) << 2) as usize);
  const frequency = entry & 0xffff;
  if (state >= frequency << (32 - PROBABILITY_BITS)) {
    words -= 2;
    store<u16>(words, state as u16);
    state >>= 16;
  }
  const whole = state / frequency;
  return (whole << PROBABILITY_BITS) + (state - whole * frequency) + (entry >> 16);
}

export function openWords(at: usize): void {
  openSymbols();
  words = at + 8;
  even = load<u32>(at);
  odd = load<u32>(at, 4);
}

/** Undoes `putMisses`. */
export function takeMisses(begin: i32, end: i32): void {
  let average = mean;
  let turn = (count & 1) == 0;
  for (let index = begin; index < end; index++) {
    const own = classOf(average);
    const symbol = taken(own, turn);
    turn = !turn;
    const width = rawBitsOf(average);
    let code: u32 = symbol;
    if (symbol == load<u8>(ESCAPES + (own as usize))) code += takeRest();
    if (width > 0) code = (code << width) | takeBits(width);
    const miss = ((code >> 1) as i32) ^ -((code & 1) as i32);
    store<i16>(misses + ((index << 1) as usize), miss as i16);
    average = meanAfter(average, miss);
  }
  mean = average;
  count += end - begin;
}

// @ts-ignore: decorator
@inline function taken(own: i32, turn: bool): u32 {
  let state = turn ? even : odd;
  const slot = state & ((1 << PROBABILITY_BITS) - 1);
  const symbol: u32 = load<u8>(SLOTS + ((own as usize) << PROBABILITY_BITS) + (slot as usize));
  const entry = load<u32>(entryAt(own, symbol as i32));
  state = (entry & 0xffff) * (state >> PROBABILITY_BITS) + slot - (entry >> 16);
  if (state < LOWEST_STATE) {
    state = (state << 16) | (load<u16>(words) as u32);
    words += 2;
  }
  if (turn) even = state;
  else odd = state;
  return symbol;
}

/** Whether everything was taken that was put, and nothing else: what is damaged does not end where it began. */
export function endsAt(end: usize): bool {
  return words == end && even == LOWEST_STATE && odd == LOWEST_STATE;
}
