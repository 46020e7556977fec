import { describe, expect, it } from 'vitest';
import { encodeFrame } from './frame-encoder.ts';
import { scanFrames } from './frame-scanner.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';

const frames = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, sequence) => encodeFrame(aFrame({ sequence })));

describe('scanFrames', () => {
  it('returns frames as views of the input', () => {
    const input = joinBytes(frames(3));
    const scan = scanFrames(input);
    expect(scan.frames.map((frame) => frame.sequence)).toEqual([0, 1, 2]);
    expect(scan.frames.every((frame) => frame.bytes.buffer === input.buffer)).toBe(true);
    expect(joinBytes(scan.frames.map((frame) => frame.bytes))).toEqual(input);
    expect(scan).toMatchObject({ problems: [], skippedBytes: 0 });
  });

  it('accepts a view of a larger buffer', () => {
    const input = joinBytes([Uint8Array.of(9, 9, 9), ...frames(2)]);
    expect(scanFrames(input.subarray(3)).frames).toHaveLength(2);
  });

  it('finds the frames after one with a damaged length', () => {
    const [one = new Uint8Array(), ...rest] = frames(4);
    const damaged = Uint8Array.from(one);
    damaged[25] = 0x40;
    const scan = scanFrames(joinBytes([damaged, ...rest]));
    expect(scan.frames.map((frame) => frame.sequence)).toEqual([1, 2, 3]);
    expect(scan.problems).toMatchObject([{ byteOffset: 0, byteLength: one.length }]);
  });

  it('enforces a smaller limit exactly', () => {
    const input = encodeFrame(aFrame({ channels: [aWave(50)], encoding: 'plain' }));
    expect(scanFrames(input, { maxPayloadBytes: 100 }).frames).toHaveLength(1);
    expect(scanFrames(input, { maxPayloadBytes: 99 }).problems).toEqual([
      { code: 'overLimit', byteOffset: 0, byteLength: input.length },
    ]);
  });

  it('rejects the rest after too many problems', () => {
    const broken = frames(1)[0]?.subarray(0, 29) ?? new Uint8Array();
    const scan = scanFrames(joinBytes(Array.from({ length: 10 }, () => broken)), {
      maxProblems: 4,
    });
    expect(scan.problems.map((problem) => problem.code)).toEqual([
      'badCrc',
      'badCrc',
      'badCrc',
      'badCrc',
      'overLimit',
    ]);
    expect(scan.skippedBytes).toBe(290);
  });

  it('accepts empty input', () => {
    expect(scanFrames(new Uint8Array(0))).toEqual({ frames: [], problems: [], skippedBytes: 0 });
  });
});
