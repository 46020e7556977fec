/**
 * Decodes a block by the text of docs/formats/blocks.md, without optimisation: the reference for
 * the WebAssembly coder.
 */
export function readDescribedBlock(
  bytes: Uint8Array,
  channelCount: number,
  length: number,
): number[][] {
  const lengths = createHead(bytes, 0);
  const headLength = lengths.unsigned();
  const rawLength = lengths.unsigned();
  const head = createHead(bytes, lengths.at());
  const coded = createResidualReader(
    bytes,
    lengths.at() + headLength,
    lengths.at() + headLength + rawLength,
  );
  const modes = head.unsigned();
  const shared = (modes & 2) === 0 ? readModel(head) : null;
  const steps: number[][] = [];
  const channels: number[][] = [];
  let first = 0;
  for (let channel = 0; channel < channelCount; channel++) {
    const list = (modes & 1) === 0 ? null : readList(head, coded);
    first += head.signed();
    const model = shared ?? readModel(head);
    const own = restoreSteps(model, coded.take(length - 1), steps, length);
    steps.push(own);
    let value = first;
    const samples = own.map((step) => {
      value = int16(value + step);
      return value;
    });
    channels.push(
      list === null ? samples : samples.map((number) => list[number & 65_535] ?? Number.NaN),
    );
  }
  if (!coded.isAtEnd()) throw new Error('the block has bytes after its last symbol');
  return channels;
}

type Head = {
  readonly unsigned: () => number;
  readonly signed: () => number;
  readonly at: () => number;
};

function createHead(bytes: Uint8Array, begin: number): Head {
  let at = begin;
  const unsigned = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? Number.NaN;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  return { unsigned, signed: () => unfold(unsigned()), at: () => at };
}

const unfold = (folded: number): number => (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
const int16 = (value: number): number => ((value & 65_535) << 16) >> 16;

type Model = { readonly own: readonly number[]; readonly across: readonly (readonly number[])[] };

function readModel(head: Head): Model {
  const counts = head.unsigned();
  const own = Array.from({ length: 8 * (counts & 3) }, () => head.signed());
  return {
    own,
    across: Array.from({ length: counts >> 2 }, () => [
      head.signed(),
      head.signed(),
      head.signed(),
    ]),
  };
}

function restoreSteps(
  { own, across }: Model,
  residuals: readonly number[],
  before: readonly (readonly number[])[],
  length: number,
): number[] {
  const steps = [0];
  for (let index = 1; index < length; index++) {
    let sum = 2_048;
    own.forEach((tap, back) => {
      sum += tap * (steps[index - 1 - back] ?? 0);
    });
    across.forEach((taps, other) => {
      taps.forEach((tap, which) => {
        sum += tap * (before[before.length - 1 - other]?.[index + 1 - which] ?? 0);
      });
    });
    steps.push(
      int16((residuals[index - 1] ?? Number.NaN) + (Number(BigInt.asIntN(32, BigInt(sum))) >> 12)),
    );
  }
  return steps;
}

function readList(head: Head, coded: ResidualReader): number[] | null {
  const kind = head.unsigned();
  if (kind === 0) return null;
  const count = head.unsigned();
  const origin = head.signed() * 65_536 + head.unsigned();
  const pitch = head.unsigned();
  const places = Array.from({ length: count }, (_, index) => index);
  if (kind === 2) {
    const gaps = coded
      .take(count - 1)
      .map((residual) => (residual < 0 ? -2 * residual - 1 : 2 * residual));
    gaps.forEach((gap, index) => {
      places[index + 1] = (places[index] ?? 0) + gap + 1;
    });
  }
  const off = coded.take(count);
  return places.map((place, index) =>
    int16(Math.floor((origin + pitch * place + 32_768) / 65_536) + (off[index] ?? 0)),
  );
}

type ResidualReader = {
  readonly take: (count: number) => number[];
  readonly isAtEnd: () => boolean;
};

function createResidualReader(bytes: Uint8Array, rawAt: number, wordsAt: number): ResidualReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const states = [view.getUint32(wordsAt, true), view.getUint32(wordsAt + 4, true)];
  const tables = BASES.map((base, index) => buildFrequencies(index, BigInt(base)));
  const state = { mean: 1_024, symbols: 0, word: wordsAt + 8, bit: 0 };

  function bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++, state.bit++)
      value += (((bytes[rawAt + (state.bit >> 3)] ?? 0) >> (state.bit & 7)) & 1) * 2 ** index;
    return value;
  }

  function takeSymbol(table: readonly number[]): number {
    const turn = state.symbols & 1;
    state.symbols += 1;
    const own = states[turn] ?? 0;
    const slot = own & 4_095;
    let symbol = 0;
    let sum = 0;
    while (sum + (table[symbol] ?? 0) <= slot) {
      sum += table[symbol] ?? Number.NaN;
      symbol += 1;
    }
    let next = (table[symbol] ?? 0) * Math.floor(own / 4_096) + slot - sum;
    if (next < 32_768) {
      next = next * 65_536 + view.getUint16(state.word, true);
      state.word += 2;
    }
    states[turn] = next;
    return symbol;
  }

  function takeGroup(count: number): number[] {
    const { index, width } = getClass(state.mean);
    const table = tables[index] ?? [];
    const residuals = Array.from({ length: count }, () => {
      let folded = takeSymbol(table);
      if (folded === table.length - 1) {
        const behind = bits(4);
        folded += 2 ** behind + bits(behind) - 1;
      }
      return unfold(folded * 2 ** width + bits(width));
    });
    const change = residuals.reduce(
      (sum, residual) =>
        sum + Math.min(256 * Math.abs(residual), 16 * state.mean + 1_024) - state.mean,
      0,
    );
    state.mean += change >> 4;
    return residuals;
  }

  return {
    take: (count) =>
      Array.from({ length: Math.ceil(count / 4) }, (_, group) =>
        takeGroup(Math.min(4, count - 4 * group)),
      ).flat(),
    isAtEnd: () => state.word === bytes.length && states.every((own) => own === 32_768),
  };
}

function getClass(mean: number): { readonly index: number; readonly width: number } {
  if (mean < 16) return { index: 0, width: 0 };
  const top = Math.floor(Math.log2(mean));
  const quarter = Math.floor(mean / 2 ** (top - 2)) & 3;
  return top <= 10
    ? { index: 4 * (top - 4) + quarter, width: 0 }
    : { index: 28 + quarter, width: top - 10 };
}

const BASES = [
  39068567, 48103217, 57261776, 66541087, 80677865, 99907559, 119526951, 139474966, 169850850,
  210743164, 251391215, 291068306, 347507567, 415347621, 474218196, 524844416, 587881087, 653526022,
  704132824, 744146673, 790437634, 835316071, 868016163, 892873068, 920660656, 946715196, 965204190,
  979000998, 920458718, 946601402, 965133883, 978954568,
];
const ONE = 2n ** 30n;

/** Frequencies of a class's symbols; the last is the escape. */
function buildFrequencies(index: number, base: bigint): number[] {
  const isSigned = index < 28;
  const ratio = isSigned ? (base * base) >> 30n : base;
  const beyond = (power: bigint): bigint => (isSigned ? 1n : 2n) * ((power << 30n) / (ONE + power));
  const rounded = (share: bigint): number => Number((share + 2n ** 17n) >> 18n);
  const frequencies = [0];
  let power = base;
  while (frequencies.length + (isSigned ? 1 : 0) < 126) {
    const next = (power * ratio) >> 30n;
    const frequency = rounded(beyond(power) - beyond(next));
    if (frequency === 0) break;
    frequencies.push(...(isSigned ? [frequency, frequency] : [frequency]));
    power = next;
  }
  return closed(frequencies, rounded((isSigned ? 2n : 1n) * beyond(power)));
}

function closed(frequencies: readonly number[], escape: number): number[] {
  const last = Math.max(1, escape);
  const rest = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  return [4_096 - rest - last, ...frequencies.slice(1), last];
}
