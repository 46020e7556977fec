export const SYNC_WORD: u32 = 0xa5f04d59;
const FIRST_SYNC_BYTE: u8 = 0x59;

/**
 * Address of the next sync word from `at` on, of a partial one cut by the end of the input, or else
 * `end`.
 */
export function nextSync(at: usize, end: usize): usize {
  const first = i8x16.splat(FIRST_SYNC_BYTE as i8);
  while (at + 16 <= end) {
    let hits = i8x16.bitmask(i8x16.eq(v128.load(at), first));
    while (hits != 0) {
      const candidate = at + (ctz(hits) as usize);
      if (hasSyncAt(candidate, end)) return candidate;
      hits &= hits - 1;
    }
    at += 16;
  }
  while (at < end && !hasSyncAt(at, end)) at++;
  return at;
}

/** Whether `at` has a sync word, or a prefix of one cut by `end`. */
export function hasSyncAt(at: usize, end: usize): bool {
  const left = end - at;
  const word = load<u32>(at);
  if (left >= 4) return word == SYNC_WORD;
  const mask: u32 = ((1 << ((left as u32) << 3)) - 1) as u32;
  return (word & mask) == (SYNC_WORD & mask);
}
