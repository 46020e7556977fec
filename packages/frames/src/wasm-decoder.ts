/** A decoded frame, valid during the callback. */
export type DecodedFrame = {
  readonly streamId: number;
  readonly sequence: number;
  /** Device time of the first sample, µs since 1970 UTC. */
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  /**
   * Digital values, channel-major; -32,768 means "not measured". BORROWED: a view of the decoder's
   * memory that later frames overwrite. Copy it (`samples.slice()`) to keep it after the callback.
   */
  readonly samples: Int16Array;
};

type FrameDecoderStats = {
  readonly frames: number;
  /** Sync words with a damaged, rejected or cut frame. */
  readonly badFrames: number;
  /** Bytes outside good frames. */
  readonly skippedBytes: number;
};

/** Decodes a stream of frames from chunks of any size. */
export type FrameDecoder = {
  /**
   * Copies the next chunk, so the caller may reuse it, and calls `onFrame` for each frame that it
   * completes. Keeps the incomplete rest, at most one frame. After damage it continues at the next
   * sync word; a damaged length can hold back up to 64 KiB until `end`. If `onFrame` throws, frames
   * already decoded in the same batch (up to 2,048) are lost.
   */
  push(chunk: Uint8Array, onFrame: (frame: DecodedFrame) => void): void;
  /** Ends the stream: searches the held-back bytes for frames and counts the rest as skipped. */
  end(onFrame: (frame: DecodedFrame) => void): void;
  stats(): FrameDecoderStats;
  /** Discards held-back bytes and counts. */
  reset(): void;
};

/**
 * Starts a decoder with its own memory (1 MiB, fixed).
 * @param wasm the bytes of `@yamori/frames/decoder.wasm`, or the compiled module (compile once,
 *   load many)
 * @throws CompileError or LinkError if that is not the module built by this package
 */
export async function loadFrameDecoder(
  wasm: BufferSource | WebAssembly.Module,
): Promise<FrameDecoder> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const instance = await WebAssembly.instantiate(module, {});
  // The type of WebAssembly exports is generic.
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

/** Input bytes `begin` to `end` are not decoded yet. */
const emptyState = () => ({ begin: 0, end: 0, frames: 0, badFrames: 0, skippedBytes: 0 });
type DecoderState = ReturnType<typeof emptyState>;

/**
 * Decodes in batches until the input has no complete frame. Counts a batch before delivering it.
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
 * Reads the records written by `decode`: stream, sequence, time (float64), samples, channels,
 * offset of the samples.
 */
function createRecordReader(module: DecoderExports): (index: number) => DecodedFrame {
  const buffer = module.memory.buffer;
  const words = new Uint32Array(buffer, module.recordsOffset());
  const times = new Float64Array(buffer, module.recordsOffset());
  // Reuse views: the frames of a stream mostly have the same size and place.
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
