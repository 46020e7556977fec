import { describe, expect, it } from 'vitest';
import { decodeFrame } from './frame-decoder.ts';
import { encodeFrame } from './frame-encoder.ts';
import { FIELD_OFFSETS, FRAME_HEADER_BYTES, frameByteLength } from './frame-layout.ts';
import { scanFrames, type FrameScan } from './frame-scanner.ts';
import { aFrame, aWave, joinBytes, patchFrame } from './testing/frame-builder.ts';

const frames = Array.from({ length: 3 }, (_, sequence) =>
  encodeFrame(aFrame({ sequence, channels: [aWave(12), aWave(12, 300)] })),
);
const [first = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = frames;
const sequences = (scan: FrameScan): number[] => scan.frames.map((frame) => frame.sequence);

/** Asserts that frames and problems cover the input exactly once. */
function expectCovered(scan: FrameScan, byteLength: number): void {
  const inFrames = scan.frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
  const inProblems = scan.problems.reduce((sum, problem) => sum + problem.byteLength, 0);
  expect([inFrames + inProblems, scan.skippedBytes]).toEqual([byteLength, inProblems]);
}

describe('a damaged frame', () => {
  it('any flipped bit is detected and affects no other frame', () => {
    for (let bit = 0; bit < second.length * 8; bit++) {
      const damaged = Uint8Array.from(second);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const input = joinBytes([first, damaged, third]);
      const scan = scanFrames(input);
      if (sequences(scan).join() !== '0,2')
        expect.fail(`bit ${bit}: frames ${sequences(scan).join()}`);
      expectCovered(scan, input.length);
    }
  });

  it('two changed neighbouring bytes are detected', () => {
    for (let at = 0; at + 1 < second.length; at++) {
      const damaged = Uint8Array.from(second);
      damaged[at] = 255 - (damaged[at] ?? 0);
      damaged[at + 1] = 255 - (damaged[at + 1] ?? 0);
      expect(sequences(scanFrames(joinBytes([damaged, third]))), `at ${at}`).toEqual([2]);
    }
  });

  it('a missing byte affects only its own frame', () => {
    for (let at = 0; at < second.length; at++) {
      const shorter = joinBytes([second.subarray(0, at), second.subarray(at + 1)]);
      const input = joinBytes([first, shorter, third]);
      const scan = scanFrames(input);
      expect(sequences(scan), `without byte ${at}`).toEqual([0, 2]);
      expectCovered(scan, input.length);
    }
  });

  it('an extra byte between frames is skipped alone', () => {
    for (const extra of [0x00, 0xff, first[0] ?? 0]) {
      const scan = scanFrames(joinBytes([first, Uint8Array.of(extra), second]));
      expect(sequences(scan)).toEqual([0, 1]);
      expect(scan.skippedBytes).toBe(1);
    }
  });

  it('a cut leaves the frames before it and one problem', () => {
    const input = joinBytes(frames);
    for (let length = 0; length < input.length; length++) {
      const scan = scanFrames(input.subarray(0, length));
      const whole = Math.floor(length / first.length);
      expect(sequences(scan)).toEqual([0, 1, 2].slice(0, whole));
      expect(scan.problems.map((problem) => problem.code)).toEqual(
        length % first.length === 0 ? [] : ['truncated'],
      );
      expectCovered(scan, length);
    }
  });
});

describe('a forged frame with a valid checksum', () => {
  const SAMPLE_COUNT = FIELD_OFFSETS.sampleCount;
  const patched = (offset: number, bytes: readonly number[]): string[] =>
    scanFrames(patchFrame(first, offset, bytes)).problems.map((problem) => problem.code);
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);

  it('the unpatched frame is valid', () => {
    expect(first.length).toBe(frameByteLength(first.length - FRAME_HEADER_BYTES - 4));
    expect([view.getUint16(SAMPLE_COUNT, true), view.getUint16(SAMPLE_COUNT + 2, true)]).toEqual([
      12, 2,
    ]);
  });

  it.each<[string, number, readonly number[], string]>([
    ['without samples', SAMPLE_COUNT, [0, 0], 'badLength'],
    ['without channels', SAMPLE_COUNT + 2, [0, 0], 'badLength'],
    ['with more samples than its payload', SAMPLE_COUNT, [13, 0], 'badLength'],
    ['with 65,535 samples of 65,535 channels', SAMPLE_COUNT, [0xff, 0xff, 0xff, 0xff], 'overLimit'],
  ])('a frame %s is rejected', (_, offset, bytes, code) => {
    expect(patched(offset, bytes)).toEqual([code]);
  });
});

describe('encoding and decoding', () => {
  it.each(['plain', 'delta', 'auto'] as const)(
    '%s encoding preserves all samples, including the extremes',
    (encoding) => {
      const channels = [
        Int16Array.of(-32_768, 32_767, -32_768, 0, -1, 1),
        Int16Array.of(0, 0, 0, 0, 0, 0),
        Int16Array.of(32_767, 32_767, -32_767, 5, 4, 3),
      ];
      const [frame] = scanFrames(encodeFrame(aFrame({ channels, encoding }))).frames;
      expect(frame && [...decodeFrame(frame)]).toEqual(channels.flatMap((channel) => [...channel]));
    },
  );

  it('sequence numbers and times are preserved up to their limits', () => {
    for (const sequence of [0, 1, 2 ** 31, 2 ** 32 - 1])
      expect(scanFrames(encodeFrame(aFrame({ sequence }))).frames[0]?.sequence).toBe(sequence);
    for (const deviceTimeUs of [0, -1, 1.8e15, Number.MAX_SAFE_INTEGER])
      expect(scanFrames(encodeFrame(aFrame({ deviceTimeUs }))).frames[0]?.deviceTimeUs).toBe(
        deviceTimeUs,
      );
  });
});
