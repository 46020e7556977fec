import { channels, folded, samplesOf } from './block-memory';

const NOT_MEASURED: i32 = -32_768;

/**
 * Computes minimum and maximum (i16), sum (f64) and count (u32) of the measured samples `begin` to
 * `end` of each channel.
 */
export function foldRange(begin: i32, end: i32): void {
  for (let channel = 0; channel < channels; channel++) foldChannel(channel, begin, end);
}

/** Processes eight lanes at a time, ignoring unmeasured lanes and those past the end. */
function foldChannel(channel: i32, begin: i32, end: i32): void {
  const row = samplesOf(channel);
  const nothing = i16x8.splat(NOT_MEASURED as i16);
  let lows = i16x8.splat(32_767);
  let highs = nothing;
  let sums = i64x2.splat(0);
  let missing = 0;
  for (let index = begin; index < end; index += 8) {
    const samples = v128.load(row + ((index << 1) as usize));
    const absent = v128.or(i16x8.eq(samples, nothing), behind(end - index));
    lows = i16x8.min_s(lows, v128.or(v128.andnot(samples, absent), v128.and(i16x8.splat(32_767), absent)));
    highs = i16x8.max_s(highs, v128.or(v128.andnot(samples, absent), v128.and(nothing, absent)));
    const pairs = i32x4.extadd_pairwise_i16x8_s(v128.andnot(samples, absent));
    sums = i64x2.add(sums, i64x2.add(i64x2.extend_low_i32x4_s(pairs), i64x2.extend_high_i32x4_s(pairs)));
    missing += popcnt(i16x8.bitmask(absent));
  }
  write(channel, lows, highs, i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1), ((end - begin + 7) & ~7) - missing);
}

/** Mask of the lanes from `left` on. */
// @ts-ignore: decorator
@inline function behind(left: i32): v128 {
  return i16x8.ge_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(min(left, 8) as i16));
}

function write(channel: i32, lows: v128, highs: v128, sum: i64, count: i32): void {
  let low: i32 = 32_767;
  let high: i32 = NOT_MEASURED;
  v128.store(scratch(), lows);
  v128.store(scratch(), highs, 16);
  for (let lane: usize = 0; lane < 16; lane += 2) {
    low = min(low, load<i16>(scratch() + lane));
    high = max(high, load<i16>(scratch() + lane, 16));
  }
  const at = channel as usize;
  const sums = folded + (((channels as usize) * 4 + 7) & ~7);
  store<i16>(folded + (at << 1), low as i16);
  store<i16>(folded + ((channels as usize) << 1) + (at << 1), high as i16);
  store<f64>(sums + (at << 3), sum as f64);
  store<u32>(sums + ((channels as usize) << 3) + (at << 2), count);
}

/** Scratch memory after the results of the channels. */
// @ts-ignore: decorator
@inline function scratch(): usize { return folded + (channels as usize) * 16 + 16; }
