import { describe, expect, it } from 'vitest';
import { encodeFileHeader } from './file-header-encoder.ts';
import { parseFileHeader } from './file-header-parser.ts';
import { decodeFrame } from './frame-decoder.ts';
import { encodeFrame } from './frame-encoder.ts';
import { scanFrames } from './frame-scanner.ts';
import { decoderWasm } from './testing/wasm-bytes.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';
import { loadFrameDecoder } from './wasm-decoder.ts';

const FRAMES = 2_000;
const ecg = {
  id: 1,
  kind: 'ecg',
  channelCount: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.005,
  offset: -1,
};
const button = {
  id: 9,
  kind: 'button',
  channelCount: 1,
  unit: '',
  sampleRateHz: 0,
  scale: 1,
  offset: 0,
};
const header = {
  deviceSerial: 'YM-000001',
  deviceTypeCode: 'ecg',
  firmware: '1.0.0',
  timeZone: 'Asia/Tokyo',
  streams: [ecg, button],
};

/** An ECG recording with a button press every hundred frames. */
function aRecording(): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frameLengths: readonly number[];
} {
  const frames = Array.from({ length: FRAMES }, (_, index) =>
    index % 100 === 99
      ? encodeFrame(
          aFrame({ streamId: 9, sequence: Math.floor(index / 100), channels: [Int16Array.of(1)] }),
        )
      : encodeFrame(aFrame({ sequence: index, channels: [aWave(125, 400, 30 + (index % 7))] })),
  );
  return {
    bytes: joinBytes([encodeFileHeader(header), ...frames]),
    frameLengths: frames.map((frame) => frame.length),
  };
}

describe('decoding a recording file', () => {
  const { bytes, frameLengths } = aRecording();
  const parsed = parseFileHeader(bytes);
  const framesOffset = parsed.kind === 'header' ? parsed.framesOffset : Number.NaN;

  it('the header gives physical values', () => {
    expect(parsed).toMatchObject({ kind: 'header', header });
    const [frame] = scanFrames(
      bytes.subarray(framesOffset, framesOffset + (frameLengths[0] ?? 0)),
    ).frames;
    const physical =
      frame === undefined
        ? []
        : [...decodeFrame(frame)].map((digital) => digital * ecg.scale + ecg.offset);
    expect(physical.slice(0, 2)).toEqual([-1, (aWave(2, 400, 30)[1] ?? 0) * 0.005 - 1]);
  });

  it('all frames are found', () => {
    const scan = scanFrames(bytes.subarray(framesOffset));
    expect(scan.frames).toHaveLength(FRAMES);
    expect(
      scan.frames.filter((frame) => frame.streamId === 9).map((frame) => frame.sequence),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(scan.problems).toEqual([]);
  });

  it('each damaged byte costs at most one frame, in both decoders', async () => {
    const damaged = Uint8Array.from(bytes);
    const damagedBytes = 60;
    for (let index = 0; index < damagedBytes; index++) {
      const at =
        framesOffset + Math.floor(((index + 0.37) / damagedBytes) * (bytes.length - framesOffset));
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
    }
    const scan = scanFrames(damaged.subarray(framesOffset));
    expect(scan.frames.length).toBeGreaterThanOrEqual(FRAMES - damagedBytes);
    expect(scan.frames.length).toBeLessThan(FRAMES);

    const decoder = await loadFrameDecoder(decoderWasm());
    const sequences: number[] = [];
    for (let at = framesOffset; at < damaged.length; at += 1_000)
      decoder.push(damaged.subarray(at, at + 1_000), (frame) => sequences.push(frame.sequence));
    decoder.end((frame) => sequences.push(frame.sequence));
    expect(sequences).toEqual(scan.frames.map((frame) => frame.sequence));
    expect(decoder.stats().skippedBytes).toBe(scan.skippedBytes);
  });

  it('a cut file is readable up to the cut', () => {
    const cutAt =
      framesOffset + frameLengths.slice(0, 500).reduce((sum, length) => sum + length, 0) + 11;
    const scan = scanFrames(bytes.subarray(framesOffset, cutAt));
    expect(scan.frames).toHaveLength(500);
    expect(scan.problems).toEqual([
      { code: 'truncated', byteOffset: cutAt - framesOffset - 11, byteLength: 11 },
    ]);
  });

  it('decoding from the first byte skips the header', async () => {
    const decoder = await loadFrameDecoder(decoderWasm());
    let frames = 0;
    decoder.push(bytes, () => frames++);
    expect(frames).toBe(FRAMES);
    expect(decoder.stats()).toEqual({ frames: FRAMES, badFrames: 0, skippedBytes: framesOffset });
  });
});
