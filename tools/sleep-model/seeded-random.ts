/**
 * xorshift32 (G. Marsaglia, J. Stat. Softw. 8 (2003) 14), 0..1. Gives the same model on every
 * machine.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
