/** A bit stream of numbers of any width, least significant bit first. */
let at: usize = 0;
let held: u64 = 0;
let heldBits: u32 = 0;

export function openBits(begin: usize): void {
  at = begin;
  held = 0;
  heldBits = 0;
}

/** Writes a value of at most `width` bits; `width` is at most 32. */
// @ts-ignore: decorator
@inline export function putBits(value: u32, width: u32): void {
  held |= (value as u64) << heldBits;
  heldBits += width;
  if (heldBits >= 32) {
    store<u32>(at, held as u32);
    at += 4;
    held >>= 32;
    heldBits -= 32;
  }
}

/** @returns the address of the end. */
export function closeBits(): usize {
  store<u32>(at, held as u32);
  return at + (((heldBits + 7) >> 3) as usize);
}

// @ts-ignore: decorator
@inline export function takeBits(width: u32): u32 {
  if (heldBits < width) {
    held |= (load<u32>(at) as u64) << heldBits;
    at += 4;
    heldBits += 32;
  }
  const value = (held & ((1 << (width as u64)) - 1)) as u32;
  held >>= width;
  heldBits -= width;
  return value;
}

/**
 * Writes a number from 0 up, with n = rest + 1: the bits of n after its highest (count in 4 bits),
 * then those bits.
 */
export function putRest(rest: u32): void {
  const width = 31 - clz(rest + 1);
  putBits(width, 4);
  putBits((rest + 1) ^ (1 << width), width);
}

export function takeRest(): u32 {
  const width = takeBits(4);
  return ((1 << width) | takeBits(width)) - 1;
}
