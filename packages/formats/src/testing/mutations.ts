import { createRandom } from './damage.ts';

type Random = (below: number) => number;

/** Mutations of a file; each returns new bytes. */
const MUTATIONS: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  // Random bytes.
  (bytes, random) => changed(bytes, random, () => random(256)),
  (bytes, random) =>
    changed(bytes, random, () => '0123456789+-.,;:/x()"# \t\n\reEnN\0'.charCodeAt(random(33))),
  // A flipped bit.
  (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random(8))),
  // A truncated end or start.
  (bytes, random) => bytes.slice(0, random(bytes.length + 1)),
  (bytes, random) => bytes.slice(random(bytes.length + 1)),
  // A removed part, a repeated part, a part of zeros or ones.
  (bytes, random) => spliced(bytes, random, () => new Uint8Array(0)),
  (bytes, random) => spliced(bytes, random, (part) => Uint8Array.from([...part, ...part])),
  (bytes, random) =>
    spliced(bytes, random, (part) => new Uint8Array(part.length).fill(random(2) * 255)),
  // Trailing bytes.
  (bytes, random) =>
    Uint8Array.from([...bytes, ...Uint8Array.from({ length: random(600) }, () => random(256))]),
  // An extreme number.
  (bytes, random) => overwriteText(bytes, random, EXTREMES[random(EXTREMES.length)] ?? ''),
  (bytes, random) =>
    overwriteText(
      bytes,
      random,
      String.fromCharCode(...Array.from({ length: 1 + random(8) }, () => random(256))),
    ),
];

const EXTREMES = [
  '-1      ',
  '9999',
  '99999999',
  '0       ',
  '1e308   ',
  '-1e308  ',
  'NaN     ',
  '2147483648',
  '""""',
  '\r\n\r\n',
  '\u0014\u0014\0',
  '\u0015\u0014',
  '1e-320  ',
  ',,,,,,,,',
  '\0\0\0\0\0\0\0\0',
];

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);

function changed(bytes: Uint8Array, random: Random, to: (byte: number) => number): Uint8Array {
  const copy = bytes.slice();
  for (let count = 1 + random(8); count > 0 && copy.length > 0; count--) {
    const at = random(copy.length);
    copy[at] = to(copy[at] ?? 0);
  }
  return copy;
}

function spliced(
  bytes: Uint8Array,
  random: Random,
  by: (part: Uint8Array) => Uint8Array,
): Uint8Array {
  const begin = random(bytes.length + 1);
  const end = Math.min(bytes.length, begin + random(400));
  return Uint8Array.from([
    ...bytes.subarray(0, begin),
    ...by(bytes.subarray(begin, end)),
    ...bytes.subarray(end),
  ]);
}

function overwriteText(bytes: Uint8Array, random: Random, text: string): Uint8Array {
  const copy = bytes.slice();
  const what = latin1(text).subarray(0, copy.length);
  copy.set(what, random(copy.length - what.length + 1));
  return copy;
}

/**
 * Generates `count` mutations of valid files, the same for the same seed; every third is mutated
 * twice.
 */
export function* mutated(
  wholes: readonly Uint8Array[],
  count: number,
  seed: number,
): Generator<Uint8Array> {
  const random = createRandom(seed);
  for (let round = 0; round < count; round++) {
    let bytes = wholes[random(wholes.length)] ?? new Uint8Array(0);
    for (let times = round % 3 === 0 ? 2 : 1; times > 0; times--)
      bytes = MUTATIONS[random(MUTATIONS.length)]?.(bytes, random) ?? bytes;
    yield bytes;
  }
}
