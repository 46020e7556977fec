import { channels, folded, samplesOf } from './block-memory';

const NOT_MEASURED: i32 = -32_768;

/** Smallest and largest (i16), sum (f64) and count (u32) of the measured samples `begin` to `end` of each channel. */
export function foldRange(begin: i32, end: i32): void {
  const lows = folded;
  const sums = folded + (((channels as usize) * 4 + 7) & ~7);
  for (let channel = 0; channel < channels; channel++) {
    const row = samplesOf(channel);
    let low: i32 = 32_767;
    let high: i32 = NOT_MEASURED;
    let sum: i64 = 0;
    let count: u32 = 0;
    for (let index = begin; index < end; index++) {
      const value: i32 = load<i16>(row + ((index << 1) as usize));
      if (value == NOT_MEASURED) continue;
      low = min(low, value);
      high = max(high, value);
      sum += value;
      count++;
    }
    const at = channel as usize;
    store<i16>(lows + (at << 1), low as i16);
    store<i16>(lows + ((channels as usize) << 1) + (at << 1), high as i16);
    store<f64>(sums + (at << 3), sum as f64);
    store<u32>(sums + ((channels as usize) << 3) + (at << 2), count);
  }
}
