import { createHash } from 'node:crypto';

/** Pseudo-random draws. Equal seeds give equal draws. */
export type Draws = {
  readonly between: (least: number, most: number) => number;
  readonly pick: <Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[]) => Choice;
};

export function createDraws(...words: readonly (string | number)[]): Draws {
  let count = 0;
  const uniform = (): number => {
    count += 1;
    const hash = createHash('sha256').update([...words, count].join('\n'));
    return hash.digest().readUInt32BE() / 2 ** 32;
  };
  return {
    between: (least, most) => least + (most - least) * uniform(),
    pick(choices) {
      const found = choices[Math.floor(uniform() * choices.length)];
      if (found === undefined) throw new Error('cannot pick from an empty list');
      return found;
    },
  };
}
