/** A seeded generator of integers in 0..below-1, so that failures are reproducible. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Copies of `whole` with up to six bytes changed to those of `drawByte`; every third copy is
 * truncated.
 */
export function* damagedCopies(
  whole: Uint8Array,
  count: number,
  drawByte: (random: (below: number) => number) => number,
): Generator<Uint8Array> {
  const random = createRandom(1);
  for (let round = 0; round < count; round++) {
    const damaged = whole.slice(0, round % 3 === 0 ? random(whole.length + 1) : whole.length);
    for (let changes = 1 + random(6); changes > 0 && damaged.length > 0; changes--)
      damaged[random(damaged.length)] = drawByte(random);
    yield damaged;
  }
}

export const anyByte = (random: (below: number) => number): number => random(256);
/** Bytes that occur in text files: digits, punctuation, blanks, line ends. */
export const textByte = (random: (below: number) => number): number =>
  '0123456789+-.,;:/x()"# \t\n\reEnN'.charCodeAt(random(32));
