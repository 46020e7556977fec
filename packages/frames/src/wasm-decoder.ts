/** A frame with its samples, valid during the callback. */
export type DecodedFrame = {
  readonly streamId: number;
  readonly sequence: number;
  /** Time of the first sample by the device's clock, µs since 1970 UTC. */
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  /**
   * Digital values, channel-major; -32,768 is "not measured". BORROWED: a view of the decoder's
   * memory that later frames overwrite. Copy it (`samples.slice()`) to keep it beyond the callback.
   */
  readonly samples: Int16Array;
};

export type FrameDecoderStats = {
  readonly frames: number;
  /** Sync words whose frame was damaged, refused or cut. */
  readonly badFrames: number;
  /** Bytes that belonged to no good frame. */
  readonly skippedBytes: number;
};

/** Decodes a stream of frames that arrives in pieces of any size. */
export type FrameDecoder = {
  /**
   * Takes the next piece (copied, so the caller may reuse it) and calls `onFrame` for each frame
   * that it completes; keeps the incomplete rest, at most one frame. After damage it goes on at the
   * next sync word behind the damaged one. Damaged lengths can hold back up to 64 KiB until `end`.
   * When `onFrame` throws, the frames already decoded with that one (up to 2,048) are lost.
   */
  push(chunk: Uint8Array, onFrame: (frame: DecodedFrame) => void): void;
  /**
   * Says that nothing more comes: what is held back is searched for whole frames, and the rest
   * counts as skipped.
   */
  end(onFrame: (frame: DecodedFrame) => void): void;
  stats(): FrameDecoderStats;
  /** Forgets held-back bytes and counts. */
  reset(): void;
};

/**
 * Starts a decoder with a memory of its own (1 MiB, fixed).
 *
 * @param wasm the bytes of `@yamori/frames/decoder.wasm`, or the compiled module (compile once,
 * load many).
 * @throws CompileError or LinkError when that is not the module this package builds.
 */
export async function loadFrameDecoder(
  wasm: BufferSource | WebAssembly.Module,
): Promise<FrameDecoder> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const instance = await WebAssembly.instantiate(module, {});
  // WebAssembly's own type says only that exports are functions, memories, tables or globals.
  return createDecoder(instance.exports as DecoderExports);
}

type DecoderExports = {
  readonly memory: WebAssembly.Memory;
  readonly inputOffset: () => number;
  readonly inputBytes: () => number;
  readonly recordsOffset: () => number;
  readonly decode: (begin: number, end: number, final: boolean) => number;
  readonly recordCount: () => number;
  readonly badFrames: () => number;
  readonly skippedBytes: () => number;
};

type OnFrame = (frame: DecodedFrame) => void;

function createDecoder(module: DecoderExports): FrameDecoder {
  const inputBytes = module.inputBytes();
  const input = new Uint8Array(module.memory.buffer, module.inputOffset(), inputBytes);
  const drain = createDrain(module);
  const state = emptyState();
  const makeRoom = (): void => {
    input.copyWithin(0, state.begin, state.end);
    state.end -= state.begin;
    state.begin = 0;
  };

  return {
    push(chunk, onFrame) {
      for (let at = 0; at < chunk.length;) {
        makeRoom();
        const piece = chunk.subarray(at, at + inputBytes - state.end);
        input.set(piece, state.end);
        state.end += piece.length;
        at += piece.length;
        drain(state, false, onFrame);
      }
    },
    end: (onFrame) => drain(state, true, onFrame),
    stats: () => ({
      frames: state.frames,
      badFrames: state.badFrames,
      skippedBytes: state.skippedBytes,
    }),
    reset: () => void Object.assign(state, emptyState()),
  };
}

/** Bytes `begin` to `end` of the input are still to be decoded. */
const emptyState = () => ({ begin: 0, end: 0, frames: 0, badFrames: 0, skippedBytes: 0 });
type DecoderState = ReturnType<typeof emptyState>;

/**
 * Decodes batch after batch until the input holds no whole frame; counts a batch before it is
 * handed out.
 */
function createDrain(
  module: DecoderExports,
): (state: DecoderState, final: boolean, onFrame: OnFrame) => void {
  const readRecord = createRecordReader(module);
  return (state, final, onFrame) => {
    for (let count = -1; count !== 0;) {
      state.begin = module.decode(state.begin, state.end, final);
      count = module.recordCount();
      state.frames += count;
      state.badFrames += module.badFrames();
      state.skippedBytes += module.skippedBytes();
      for (let index = 0; index < count; index++) onFrame(readRecord(index));
    }
  };
}

const RECORD_WORDS = 8;

/**
 * Reads the records that `decode` wrote: stream, sequence, time (float64), samples, channels,
 * offset of the samples.
 */
function createRecordReader(module: DecoderExports): (index: number) => DecodedFrame {
  const buffer = module.memory.buffer;
  const words = new Uint32Array(buffer, module.recordsOffset());
  const times = new Float64Array(buffer, module.recordsOffset());
  // A stream's frames are mostly of one size, so the same view fits the same place again and again.
  const views: Int16Array[] = [];
  return (index) => {
    const at = index * RECORD_WORDS;
    const sampleCount = words[at + 4] ?? 0;
    const channelCount = words[at + 5] ?? 0;
    const offset = words[at + 6] ?? 0;
    const length = sampleCount * channelCount;
    let samples = views[index];
    if (samples === undefined || samples.byteOffset !== offset || samples.length !== length) {
      samples = new Int16Array(buffer, offset, length);
      views[index] = samples;
    }
    const deviceTimeUs = times[at / 2 + 1] ?? 0;
    return {
      streamId: words[at] ?? 0,
      sequence: words[at + 1] ?? 0,
      deviceTimeUs,
      sampleCount,
      channelCount,
      samples,
    };
  };
}
