import { describe, expect, it } from 'vitest';
import { encodeFrame } from './frame-encoder.ts';
import { scanFrames, walkFrames } from './frame-scanner.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';

const frames = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) =>
    encodeFrame(
      aFrame({ streamId: index + 1, sequence: index, channels: [aWave(10 * (index + 1))] }),
    ),
  );
const walk = (bytes: Uint8Array) => {
  const seen: [number, number, number][] = [];
  const end = walkFrames(bytes, (streamId, from, to) => seen.push([streamId, from, to]));
  return { seen, end };
};

describe('walkFrames', () => {
  it('finds the same frames as scanFrames, even in a view of a larger buffer', () => {
    const input = joinBytes([Uint8Array.of(7, 7, 7), ...frames(4)]).subarray(3);
    const { seen, end } = walk(input);
    expect(seen).toEqual(
      scanFrames(input).frames.map((frame) => [
        frame.streamId,
        frame.bytes.byteOffset - input.byteOffset,
        frame.bytes.byteOffset - input.byteOffset + frame.bytes.length,
      ]),
    );
    expect(seen.map(([streamId]) => streamId)).toEqual([1, 2, 3, 4]);
    expect(end).toBe(input.length);
  });

  it('stops at a frame cut at any length', () => {
    const [first = new Uint8Array(), second = new Uint8Array()] = frames(2);
    const input = joinBytes([first, second]);
    for (let length = 0; length < second.length; length++) {
      expect(walk(input.subarray(0, first.length + length))).toEqual({
        seen: [[1, 0, first.length]],
        end: first.length,
      });
    }
  });

  it('stops where no frame starts', () => {
    const [first = new Uint8Array()] = frames(1);
    expect(walk(joinBytes([first, new Uint8Array(64)]))).toEqual({
      seen: [[1, 0, first.length]],
      end: first.length,
    });
    expect(walk(new Uint8Array(64))).toEqual({ seen: [], end: 0 });
    expect(walk(new Uint8Array(0))).toEqual({ seen: [], end: 0 });
  });
});
