import { decodeFrame, loadFrameDecoder, scanFrames } from '@yamori/frames';
import { decodeWithDataView } from './s1-data-view-decoder.ts';
import { type S1Recording, buildRecording, damageRecording } from './s1-recording.ts';

/**
 * One line of the table. `figure` is a checksum of frames and samples, equal for all correct
 * decoders.
 */
export type S1Line = {
  readonly recording: string;
  readonly decoder: string;
  readonly megabytesPerSecond: number;
  readonly frames: number;
  readonly figure: number;
};

type Tally = { frames: number; figure: number };
type Contestant = { readonly name: string; readonly run: (bytes: Uint8Array) => Tally };

const ROUNDS = 8;
const PIECE_BYTES = 1 << 20;
const DAMAGED_BYTES = 200;

/** Runs every decoder over every recording, in Node or in a worker of the browser. */
export async function runContest(wasm: BufferSource, byteLength: number): Promise<S1Line[]> {
  const ours = await createOurs(wasm);
  return [
    buildRecording('plain', 'plain', byteLength),
    buildRecording('packed', 'delta', byteLength),
  ].flatMap((recording) => {
    const whole = [ours, dataView, twin, memcpy].map((contestant) => ({ recording, contestant }));
    return measure([
      ...whole,
      { recording: damageRecording(recording, DAMAGED_BYTES), contestant: ours },
    ]);
  });
}

/**
 * The best of eight rounds. Each round includes all decoders, so that other load affects all of
 * them.
 */
function measure(
  entries: readonly { readonly recording: S1Recording; readonly contestant: Contestant }[],
): S1Line[] {
  const results = entries.map((entry) => ({
    ...entry,
    best: Infinity,
    tally: { frames: 0, figure: 0 },
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const result of results) {
      const begin = performance.now();
      result.tally = result.contestant.run(result.recording.bytes);
      result.best = Math.min(result.best, performance.now() - begin);
    }
  }
  return results.map(({ recording, contestant, best, tally }) => ({
    recording: recording.name,
    decoder: contestant.name,
    megabytesPerSecond: recording.bytes.length / 1_000 / best,
    ...tally,
  }));
}

const count = (tally: Tally, samples: Int16Array): void => {
  tally.frames++;
  tally.figure = (tally.figure * 31 + (samples[0] ?? 0) + (samples[samples.length - 1] ?? 0)) | 0;
};

async function createOurs(wasm: BufferSource): Promise<Contestant> {
  const decoder = await loadFrameDecoder(wasm);
  const run = (bytes: Uint8Array): Tally => {
    const tally = { frames: 0, figure: 0 };
    const onFrame = (frame: { readonly samples: Int16Array }): void => count(tally, frame.samples);
    decoder.reset();
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      decoder.push(bytes.subarray(at, at + PIECE_BYTES), onFrame);
    decoder.end(onFrame);
    return tally;
  };
  return { name: 'Yamori, WebAssembly with CRC', run };
}

const dataView: Contestant = {
  name: 'DataView, CRC byte by byte',
  run(bytes) {
    const tally = { frames: 0, figure: 0 };
    decodeWithDataView(bytes, (samples) => count(tally, samples));
    return tally;
  },
};

const twin: Contestant = {
  name: 'TypeScript twin, CRC by eight',
  run(bytes) {
    const tally = { frames: 0, figure: 0 };
    for (const frame of scanFrames(bytes).frames) count(tally, decodeFrame(frame));
    return tally;
  },
};

const memcpy: Contestant = {
  name: 'memcpy only',
  run(bytes) {
    const copy = new Uint8Array(PIECE_BYTES);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      copy.set(bytes.subarray(at, at + PIECE_BYTES));
    return { frames: 0, figure: copy[0] ?? 0 };
  },
};
