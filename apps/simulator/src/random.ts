/**
 * Seeded random numbers, so that every run of a scenario is the same (mulberry32, T. Ettinger 2017,
 * public domain).
 */
export type Random = {
  /** Uniform in 0 (included) to 1 (excluded). */
  readonly uniform: () => number;
  /** Standard normal (Box and Muller 1958). */
  readonly normal: () => number;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** Derives a seed from text (FNV-1a), so that each room and device has its own. */
export function seedFrom(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of words.join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
