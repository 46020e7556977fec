import { encodeFrame } from '@yamori/frames';

export type S1Recording = {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frameCount: number;
};

const CHANNELS = 4;
const SAMPLES = 128;
const STREAMS = 4;

/**
 * A synthetic recording of about `byteLength` bytes: 1 KiB of samples per frame (4 channels of
 * 128), a slow wave with noise of 4 to 7 bits as in an electrocardiogram, and 1 of 1,000 samples
 * missing.
 */
export function buildRecording(
  name: string,
  encoding: 'plain' | 'delta',
  byteLength: number,
): S1Recording {
  const random = createRandom(20_261_121);
  const variety = Array.from({ length: 64 }, (_, index) => frameChannels(index, random));
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (let sequence = 0; total < byteLength; sequence++) {
    const channels = variety[sequence % variety.length] ?? [];
    const frame = encodeFrame({
      streamId: sequence % STREAMS,
      sequence,
      deviceTimeUs: 1.76e15 + sequence * 512_000,
      channels,
      encoding,
    });
    pieces.push(frame);
    total += frame.length;
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { name, bytes, frameCount: pieces.length };
}

/** The same recording with `count` bytes flipped, evenly spread. */
export function damageRecording(recording: S1Recording, count: number): S1Recording {
  const bytes = Uint8Array.from(recording.bytes);
  const random = createRandom(7);
  for (let index = 0; index < count; index++) {
    const at = Math.floor(((index + random()) / count) * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  }
  return {
    name: `${recording.name}, ${count} bytes damaged`,
    bytes,
    frameCount: recording.frameCount,
  };
}

function frameChannels(index: number, random: () => number): Int16Array[] {
  return Array.from({ length: CHANNELS }, (_, channel) => {
    const noise = 2 ** (4 + channel);
    return Int16Array.from({ length: SAMPLES }, (__, sample) => {
      const wave = 2_000 * Math.sin((index * SAMPLES + sample) / 90 + channel);
      return random() < 0.001 ? -32_768 : Math.round(wave + noise * (random() - 0.5));
    });
  });
}

/** A small seeded generator (mulberry32), so that every run decodes the same bytes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
