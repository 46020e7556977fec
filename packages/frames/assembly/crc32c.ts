import { TABLES } from './memory-map';

const REVERSED_POLYNOMIAL: u32 = 0x82f63b78;
const SLICES: u32 = 16;

/** TABLES[slice × 256 + byte]: the CRC of that byte followed by `slice` zero bytes. */
export function buildTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? (value >> 1) ^ REVERSED_POLYNOMIAL : value >> 1;
    store<u32>(TABLES + (byte << 2), value);
  }
  for (let index: u32 = 256; index < SLICES * 256; index++) {
    const before = load<u32>(TABLES + ((index - 256) << 2));
    store<u32>(TABLES + (index << 2), (before >> 8) ^ load<u32>(TABLES + ((before & 0xff) << 2)));
  }
}

// @ts-ignore: decorator
@inline function four(word: u32, slice: usize): u32 {
  const tables = TABLES + (slice << 10);
  return (
    load<u32>(tables + 3072 + ((word & 0xff) << 2)) ^
    load<u32>(tables + 2048 + (((word >> 8) & 0xff) << 2)) ^
    load<u32>(tables + 1024 + (((word >> 16) & 0xff) << 2)) ^
    load<u32>(tables + ((word >> 24) << 2))
  );
}

/** CRC-32C of the bytes from `at` up to `end`, sixteen at a time. */
export function crc32c(at: usize, end: usize): u32 {
  let crc: u32 = 0xffffffff;
  for (; at + 16 <= end; at += 16) {
    const rest = four(load<u32>(at, 4), 8) ^ four(load<u32>(at, 8), 4) ^ four(load<u32>(at, 12), 0);
    crc = four(crc ^ load<u32>(at), 12) ^ rest;
  }
  for (; at < end; at++) crc = (crc >> 8) ^ load<u32>(TABLES + (((crc ^ load<u8>(at)) & 0xff) << 2));
  return ~crc;
}
