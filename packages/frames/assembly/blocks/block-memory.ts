import { DYNAMIC } from './fixed-map';

/** Zeros before and behind each channel: as far as a tap or eight lanes may reach. */
export const PAD_BYTES: usize = 64;
/** Rows of zeros above the first channel, for taps to channels that do not exist. */
export const ROWS_ABOVE: usize = 4;
const PAGE_BYTES: usize = 65_536;
const RECORD_BYTES: usize = 32;
const SHORTEST_FRAME_BYTES: usize = 34;
/** So that no size below comes near 2^32. */
const MOST_SAMPLES: i64 = 48_000_000;

export let channels: i32 = 0;
export let length: i32 = 0;
/** From one channel's row to the next. */
export let stride: usize = 0;
export let inputBytes: usize = 0;
export let records: usize = DYNAMIC;

/** Samples, and what they change by from one to the next. */
let samples: usize = 0;
let steps: usize = 0;
/** One row: what the forecast missed, or (32 bits wide) a part of the forecast. */
export let misses: usize = 0;
export let forecasts: usize = 0;
export let symbols: usize = 0;
/** Of channels with few values: kind, count and line; the values, and the places of those. */
let lists: usize = 0;
let values: usize = 0;
/** The parts of the coded block: head, raw bits, and coded words, which grow downwards from `wordsEnd`. */
export let head: usize = 0;
export let raw: usize = 0;
export let wordsEnd: usize = 0;
/** Smallest, largest, sum and count of a stretch, by channel. */
export let folded: usize = 0;

// @ts-ignore: decorator
@inline export function samplesOf(channel: i32): usize { return samples + PAD_BYTES + (channel as usize) * stride; }
// @ts-ignore: decorator
@inline export function stepsOf(channel: i32): usize { return steps + PAD_BYTES + (channel as usize + ROWS_ABOVE) * stride; }

// @ts-ignore: decorator
@inline export function listOf(channel: i32): usize { return lists + (channel as usize) * 24; }
// @ts-ignore: decorator
@inline export function valuesOf(channel: i32): usize { return values + (channel as usize) * ((length << 2) as usize); }

/** What a tap sees before a channel's first step and behind its last is 0. */
export function clearPads(row: usize): void {
  memory.fill(row - PAD_BYTES, 0, PAD_BYTES);
  memory.fill(row + ((length << 1) as usize), 0, PAD_BYTES);
}

/** Makes room for `bytes` of input and its records. @returns where the input begins; 0 when there is no memory. */
export function openInput(bytes: usize): usize {
  inputBytes = bytes;
  records = aligned(DYNAMIC + bytes + PAD_BYTES);
  return grow(records + (bytes / SHORTEST_FRAME_BYTES + 1) * RECORD_BYTES) ? DYNAMIC : 0;
}

// @ts-ignore: decorator
@inline export function recordAt(index: i32): usize { return records + (index as usize) * RECORD_BYTES; }

/** Lays out a block behind the input and `recordCount` records. False when it is too large. */
export function openBlock(channelCount: i32, sampleCount: i32, recordCount: i32): bool {
  const total = (channelCount as i64) * (sampleCount as i64);
  if (total > MOST_SAMPLES || (channelCount as i64) * 128 > MOST_SAMPLES) return false;
  channels = channelCount;
  length = sampleCount;
  stride = aligned(2 * (sampleCount as usize) + 2 * PAD_BYTES);
  const count = total as usize;
  const rows = channelCount as usize;
  samples = aligned(recordAt(recordCount));
  steps = samples + rows * stride;
  misses = steps + (rows + ROWS_ABOVE) * stride;
  forecasts = misses + stride;
  symbols = forecasts + 2 * stride;
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
