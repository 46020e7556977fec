import { DYNAMIC } from './fixed-map';

/** Zeros before and after each channel, as far as taps and SIMD lanes reach. */
export const PAD_BYTES: usize = 64;
/** Rows of zeros before the first channel, for taps of missing channels. */
export const ROWS_ABOVE: usize = 4;
const PAGE_BYTES: usize = 65_536;
const RECORD_BYTES: usize = 32;
const SHORTEST_FRAME_BYTES: usize = 34;
/** Keeps every size below well under 2^32. */
const MAX_SAMPLES: i64 = 48_000_000;

export let channels: i32 = 0;
export let length: i32 = 0;
/** Bytes from one channel's row to the next. */
export let stride: usize = 0;
export let inputBytes: usize = 0;
export let records: usize = DYNAMIC;

/** Samples, and the differences between neighbours. */
let samples: usize = 0;
let steps: usize = 0;
/** One row: residuals, and 32-bit partial predictions. */
export let residuals: usize = 0;
export let predictions: usize = 0;
export let symbols: usize = 0;
/** For channels with few distinct values: kind, count and line; the values and their places. */
let lists: usize = 0;
let values: usize = 0;
/** Parts of the coded block: head, raw bits, and coded words, which grow down from `wordsEnd`. */
export let head: usize = 0;
export let raw: usize = 0;
export let wordsEnd: usize = 0;
/** Minimum, maximum, sum and count of a range, by channel. */
export let folded: usize = 0;

// @ts-ignore: decorator
@inline export function samplesOf(channel: i32): usize { return samples + PAD_BYTES + (channel as usize) * stride; }
// @ts-ignore: decorator
@inline export function stepsOf(channel: i32): usize { return steps + PAD_BYTES + (channel as usize + ROWS_ABOVE) * stride; }

// @ts-ignore: decorator
@inline export function listOf(channel: i32): usize { return lists + (channel as usize) * 24; }
// @ts-ignore: decorator
@inline export function valuesOf(channel: i32): usize { return values + (channel as usize) * ((length << 2) as usize); }

/** Taps read zeros before a channel's first step and after its last. */
export function clearPads(row: usize): void {
  memory.fill(row - PAD_BYTES, 0, PAD_BYTES);
  memory.fill(row + ((length << 1) as usize), 0, PAD_BYTES);
}

/**
 * Allocates `bytes` of input and its records.
 * @returns the address of the input; 0 if out of memory.
 */
export function openInput(bytes: usize): usize {
  inputBytes = bytes;
  records = aligned(DYNAMIC + bytes + PAD_BYTES);
  return grow(records + (bytes / SHORTEST_FRAME_BYTES + 1) * RECORD_BYTES) ? DYNAMIC : 0;
}

// @ts-ignore: decorator
@inline export function recordAt(index: i32): usize { return records + (index as usize) * RECORD_BYTES; }

/** Lays out a block after the input and `recordCount` records. Returns false if it is too large. */
export function openBlock(channelCount: i32, sampleCount: i32, recordCount: i32): bool {
  const total = (channelCount as i64) * (sampleCount as i64);
  if (total > MAX_SAMPLES || (channelCount as i64) * 128 > MAX_SAMPLES) return false;
  channels = channelCount;
  length = sampleCount;
  stride = aligned(2 * (sampleCount as usize) + 2 * PAD_BYTES);
  const count = total as usize;
  const rows = channelCount as usize;
  samples = aligned(recordAt(recordCount));
  steps = samples + rows * stride;
  residuals = steps + (rows + ROWS_ABOVE) * stride;
  predictions = residuals + stride;
  symbols = predictions + 2 * stride;
  values = aligned(symbols + 6 * count + PAD_BYTES);
  lists = aligned(values + 4 * count + PAD_BYTES);
  folded = lists + aligned(rows * 24);
  head = folded + aligned(rows * 16 + PAD_BYTES);
  raw = aligned(head + rows * 112 + 2 * PAD_BYTES);
  wordsEnd = aligned(raw + 14 * count + 4 * PAD_BYTES);
  if (!grow(wordsEnd)) return false;
  memory.fill(steps, 0, stride * ROWS_ABOVE);
  return true;
}

// @ts-ignore: decorator
@inline function aligned(at: usize): usize { return (at + 63) & ~63; }

function grow(end: usize): bool {
  const have = (memory.size() as usize) * PAGE_BYTES;
  return end <= have || memory.grow(((end - have + PAGE_BYTES - 1) / PAGE_BYTES) as i32) >= 0;
}
