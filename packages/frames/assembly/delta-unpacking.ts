import { UNPACKING } from './memory-map';

const BLOCK_SAMPLES: i32 = 32;
const MAX_WIDTH_BITS: u32 = 16;
const WIDTH_TABLE_BYTES: usize = 64;

/**
 * For each width: the four bytes that contain each of eight consecutive numbers (two vectors for
 * swizzle), and the power of two that moves each number to the top of its 32 bits (two vectors for
 * mul, because SIMD lanes cannot shift by different amounts). Eight numbers of w bits take w bytes,
 * so each group of eight starts at a byte boundary.
 */
export function buildUnpackingTables(): void {
  for (let width: u32 = 0; width <= MAX_WIDTH_BITS; width++) {
    const table = UNPACKING + (width as usize) * WIDTH_TABLE_BYTES;
    for (let lane: u32 = 0; lane < 8; lane++) {
      const bit = lane * width;
      for (let byte: u32 = 0; byte < 4; byte++) store<u8>(table + (lane << 2) + byte, ((bit >> 3) + byte) as u8);
      // Width 0 has no bits: multiplying by 0 makes the differences 0.
      store<u32>(table + 32 + (lane << 2), width == 0 ? 0 : (1 as u32) << (32 - (bit & 7) - width));
    }
  }
}

/**
 * Unpacks a packed payload to int16, channel `c` from `begin + c × stride` on. Reads up to 16 bytes
 * past `end` and writes up to 14 bytes past a channel's samples. Returns false unless the blocks
 * fill the payload exactly.
 */
export function unpackDeltas(at: usize, end: usize, sampleCount: i32, channelCount: i32, begin: usize, stride: usize): bool {
  for (let channel = 0; channel < channelCount; channel++) {
    let out = begin + (channel as usize) * stride;
    if (at + 2 > end) return false;
    let before = i16x8.splat(load<i16>(at));
    store<i16>(out, load<i16>(at));
    at += 2;
    out += 2;
    for (let left = sampleCount - 1; left > 0; left -= BLOCK_SAMPLES) {
      if (at >= end) return false;
      const width: u32 = load<u8>(at);
      const count = min(left, BLOCK_SAMPLES);
      const next = at + 1 + (((count as u32) * width + 7) >> 3);
      if (width > MAX_WIDTH_BITS || next > end) return false;
      const table = UNPACKING + (width as usize) * WIDTH_TABLE_BYTES;
      // The last eight may exceed the block. Only a channel's last block is short, and the
      // following samples are written later.
      for (let index = 0; index < count; index += 8) {
        const differences = unpackEight(at + 1 + (((index as u32) * width) >> 3), width, table);
        const sums = runningSums(differences);
        v128.store(out + ((index << 1) as usize), i16x8.add(sums, before));
        before = i16x8.add(before, v128.shuffle<i16>(sums, sums, 7, 7, 7, 7, 7, 7, 7, 7));
      }
      out += (count << 1) as usize;
      at = next;
    }
  }
  return at == end;
}

// @ts-ignore: decorator
@inline function unpackEight(at: usize, width: u32, table: usize): v128 {
  const bytes = v128.load(at);
  const low = i32x4.mul(i8x16.swizzle(bytes, v128.load(table)), v128.load(table, 32));
  const high = i32x4.mul(i8x16.swizzle(bytes, v128.load(table, 16)), v128.load(table, 48));
  const codes = i16x8.narrow_i32x4_u(i32x4.shr_u(low, 32 - width), i32x4.shr_u(high, 32 - width));
  // Zigzag: 0, 1, 2, 3 … are 0, -1, 1, -2 …
  const signs = i16x8.neg(v128.and(codes, i16x8.splat(1)));
  return v128.xor(i16x8.shr_u(codes, 1), signs);
}

// @ts-ignore: decorator
@inline function runningSums(values: v128): v128 {
  const zero = i16x8.splat(0);
  const two = i16x8.add(values, v128.shuffle<i16>(zero, values, 0, 8, 9, 10, 11, 12, 13, 14));
  const four = i16x8.add(two, v128.shuffle<i16>(zero, two, 0, 0, 8, 9, 10, 11, 12, 13));
  return i16x8.add(four, v128.shuffle<i16>(zero, four, 0, 0, 0, 0, 8, 9, 10, 11));
}
