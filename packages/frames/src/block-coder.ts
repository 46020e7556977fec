import type { FrameEncoding } from './frame-layout.ts';

/** A frame found in a row of bytes. Valid until the next `scan` or `decode`. */
export type ScannedFrame = {
  readonly index: number;
  /** Index of its row. */
  readonly row: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  readonly encoding: FrameEncoding;
};

/**
 * Statistics of the measured samples of a range, by channel. BORROWED: valid until the next use of
 * the coder.
 */
export type FoldedStretch = {
  readonly minimum: Int16Array;
  readonly maximum: Int16Array;
  readonly sum: Float64Array;
  readonly count: Uint32Array;
};

/**
 * Packs and unpacks blocks: the samples of many channels over some seconds
 * (docs/formats/ingest.md). To build a block, call `begin`, then `placeFrame` and `placeSamples`
 * for all samples in order, then `fold` as often as needed, then `pack` and `takePacked`. Frames
 * must be scanned before `begin`.
 */
export type BlockCoder = {
  /**
   * Finds the frames in rows of whole frames.
   * @throws RangeError if a row contains anything else or a damaged frame
   */
  scan(rows: readonly Uint8Array[]): ScannedFrame[];
  /** @throws RangeError for more than 48 million samples or without enough memory */
  begin(channelCount: number, length: number): void;
  /**
   * Place frames in order: a frame may overwrite the samples after it.
   * @throws RangeError if the frame does not fit the block
   */
  placeFrame(frame: ScannedFrame, at: number): void;
  placeSamples(channels: readonly Int16Array[], at: number): void;
  fold(begin: number, end: number): FoldedStretch;
  /** @returns the size of the block in bytes. Destroys the samples. */
  pack(): number;
  /** Copies the packed block to `target`. */
  takePacked(target: Uint8Array, at: number): void;
  /**
   * @returns new channels of `length` samples
   * @throws RangeError if `pack` did not write the bytes for these counts
   */
  decode(bytes: Uint8Array, channelCount: number, length: number): Int16Array[];
};

/**
 * Starts a coder with its own memory, which grows with the largest block.
 * @param wasm the bytes of `@yamori/frames/blocks.wasm`, or the compiled module (compile once, load
 *   many)
 */
export function loadBlockCoder(wasm: BufferSource | WebAssembly.Module): BlockCoder {
  const instance = new WebAssembly.Instance(
    wasm instanceof WebAssembly.Module ? wasm : new WebAssembly.Module(wasm),
  );
  // The type of WebAssembly exports is generic.
  const module = instance.exports as CoderExports;
  const block = { channelCount: 0, length: 0, records: 0 };
  const open = (channelCount: number, length: number, records: number): void => {
    if (!module.openBlock(channelCount, length, records))
      throw new RangeError(`a block of ${channelCount} × ${length} samples is too large`);
    Object.assign(block, { channelCount, length, records });
  };

  return {
    scan(rows) {
      const frames = scan(module, rows);
      block.records = frames.length;
      return frames;
    },
    begin: (channelCount, length) => open(channelCount, length, block.records),
    placeFrame(frame, at) {
      if (frame.channelCount !== block.channelCount || !module.placeFrame(frame.index, at))
        throw new RangeError('a frame does not fit into its block');
    },
    placeSamples(channels, at) {
      channels.forEach((samples, channel) =>
        new Int16Array(module.memory.buffer, module.rowOffset(channel), block.length).set(
          samples,
          at,
        ),
      );
    },
    fold(begin, end) {
      module.foldRange(begin, end);
      return foldedViews(module, block.channelCount);
    },
    pack() {
      module.encode();
      return (
        encodeLengths(module).length +
        module.headLength() +
        module.rawLength() +
        module.wordsLength()
      );
    },
    takePacked: (target, at) => copyParts(module, target, at),
    decode(bytes, channelCount, length) {
      writeInput(module, [bytes]);
      open(channelCount, length, 0);
      if (!tryDecode(module))
        throw new RangeError(
          `${bytes.length} bytes are not a block of ${channelCount} × ${length} samples`,
        );
      return copyRows(module, channelCount, length);
    },
  };
}

type CoderExports = {
  readonly memory: WebAssembly.Memory;
  readonly openInput: (bytes: number) => number;
  readonly scanRows: () => number;
  readonly recordsOffset: () => number;
  readonly openBlock: (channelCount: number, length: number, records: number) => number;
  readonly placeFrame: (index: number, at: number) => number;
  readonly rowOffset: (channel: number) => number;
  readonly foldRange: (begin: number, end: number) => void;
  readonly foldedOffset: () => number;
  readonly encode: () => void;
  readonly headOffset: () => number;
  readonly headLength: () => number;
  readonly rawOffset: () => number;
  readonly rawLength: () => number;
  readonly wordsOffset: () => number;
  readonly wordsLength: () => number;
  readonly decode: () => number;
};

function writeInput(module: CoderExports, rows: readonly Uint8Array[]): void {
  const at = module.openInput(rows.reduce((sum, row) => sum + row.length, 0));
  if (at === 0) throw new RangeError('no memory for the input of a block');
  const input = new Uint8Array(module.memory.buffer, at);
  let end = 0;
  for (const row of rows) {
    input.set(row, end);
    end += row.length;
  }
}

const RECORD_WORDS = 8;

function scan(module: CoderExports, rows: readonly Uint8Array[]): ScannedFrame[] {
  writeInput(module, rows);
  const count = module.scanRows();
  if (count < 0) throw new RangeError('a row holds something other than whole frames');
  const words = new Uint32Array(module.memory.buffer, module.recordsOffset(), count * RECORD_WORDS);
  const times = new Float64Array(
    module.memory.buffer,
    module.recordsOffset(),
    (count * RECORD_WORDS) / 2,
  );
  let row = 0;
  let rowEnd = rows[0]?.length ?? 0;
  return Array.from({ length: count }, (_, index): ScannedFrame => {
    const at = index * RECORD_WORDS;
    while ((words[at] ?? 0) >= rowEnd) {
      row += 1;
      rowEnd += rows[row]?.length ?? Infinity;
    }
    return {
      index,
      row,
      sequence: words[at + 1] ?? 0,
      deviceTimeUs: times[at / 2 + 1] ?? 0,
      sampleCount: words[at + 4] ?? 0,
      channelCount: words[at + 5] ?? 0,
      encoding: words[at + 6] === 1 ? 'delta' : 'plain',
    };
  });
}

function foldedViews(module: CoderExports, channelCount: number): FoldedStretch {
  const { buffer } = module.memory;
  const at = module.foldedOffset();
  const sums = at + ((channelCount * 4 + 7) & ~7);
  return {
    minimum: new Int16Array(buffer, at, channelCount),
    maximum: new Int16Array(buffer, at + 2 * channelCount, channelCount),
    sum: new Float64Array(buffer, sums, channelCount),
    count: new Uint32Array(buffer, sums + 8 * channelCount, channelCount),
  };
}

/** Lengths of head and raw bits in groups of 7 bits, the first bytes of a block. */
const encodeLengths = (module: CoderExports): number[] => [
  ...encodeVarint(module.headLength()),
  ...encodeVarint(module.rawLength()),
];

function copyParts(module: CoderExports, target: Uint8Array, begin: number): void {
  const lengths = encodeLengths(module);
  target.set(lengths, begin);
  let at = begin + lengths.length;
  for (const [offset, length] of [
    [module.headOffset(), module.headLength()],
    [module.rawOffset(), module.rawLength()],
    [module.wordsOffset(), module.wordsLength()],
  ] as const) {
    target.set(new Uint8Array(module.memory.buffer, offset, length), at);
    at += length;
  }
}

function encodeVarint(value: number): number[] {
  const groups: number[] = [];
  let left = value;
  for (; left >= 128; left >>>= 7) groups.push((left & 127) | 128);
  return [...groups, left];
}

/** Damaged bytes may make the module read beyond its memory. */
function tryDecode(module: CoderExports): boolean {
  try {
    return module.decode() !== 0;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return false;
    throw error;
  }
}

function copyRows(module: CoderExports, channelCount: number, length: number): Int16Array[] {
  const samples = new Int16Array(channelCount * length);
  return Array.from({ length: channelCount }, (_, channel) => {
    const own = samples.subarray(channel * length, (channel + 1) * length);
    own.set(new Int16Array(module.memory.buffer, module.rowOffset(channel), length));
    return own;
  });
}
