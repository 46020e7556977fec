import { encodeFrame } from '@yamori/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anIngestDevice } from '../../../testing/ingest-fixture.ts';
import { checkFrames, splitBatch } from './accept-frames.ts';
import { createRateBucket } from './device-states.ts';

const device = anIngestDevice('A-1');
const bucket = () => createRateBucket({ nowMs: () => 0 }, 100, 10);
const frame = (streamId: number, sequence: number, channels = 1) =>
  Buffer.from(
    encodeFrame({
      streamId,
      sequence,
      deviceTimeUs: sequence * 1e6,
      channels: Array.from({ length: channels }, () => Int16Array.of(sequence, 2, 3)),
    }),
  );

describe('checkFrames', () => {
  it('accounts for every byte of any message exactly once', () => {
    const piece = fc.oneof(
      fc.integer({ min: 0, max: 9 }).map((sequence) => frame(1, sequence)),
      fc.integer({ min: 0, max: 9 }).map((sequence) => frame(2, sequence, 3)),
      fc.integer({ min: 0, max: 9 }).map((sequence) => frame(2, sequence, 1)),
      fc.integer({ min: 0, max: 9 }).map((sequence) => frame(40, sequence)),
      fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(37)).map(([sequence, at]) => {
        const bytes = frame(1, sequence);
        bytes[at] = (bytes[at] ?? 0) ^ 0x55;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = Buffer.concat(pieces);
        const gate = checkFrames(device, bytes, bucket());
        const covered = [
          ...gate.passed.map(
            ({ byteOffset, frame: { bytes: own } }) => [byteOffset, own.length] as const,
          ),
          ...gate.refused.map((part) => [part.byteOffset, part.byteLength] as const),
        ].sort((one, other) => one[0] - other[0]);
        let at = 0;
        for (const [offset, length] of covered) {
          expect(offset).toBe(at);
          at += length;
        }
        expect(at).toBe(bytes.length);
        for (const {
          frame: { streamId, channelCount },
        } of gate.passed)
          expect(device.streams.find((stream) => stream.streamId === streamId)?.channels).toBe(
            channelCount,
          );
      }),
      { numRuns: 300 },
    );
  });

  it('names stream and sequence of a rejected whole frame', () => {
    const { refused, passed } = checkFrames(
      device,
      Buffer.concat([frame(40, 7), frame(2, 8, 1), frame(1, 9)]),
      bucket(),
    );
    expect(refused).toMatchObject([
      { code: 'unknownStream', streamId: 40, sequence: 7, byteOffset: 0 },
      { code: 'wrongChannels', streamId: 2, sequence: 8 },
    ]);
    expect(passed.map((one) => [one.frame.sequence, one.sampleRateHz])).toEqual([[9, 250]]);
  });

  it('rejects frames beyond the rate and returns the delay for the others', () => {
    const own = bucket();
    const many = Buffer.concat(Array.from({ length: 700 }, (_, sequence) => frame(9, sequence)));
    const gate = checkFrames(device, many, own);
    expect([gate.passed.length, gate.refused.length]).toEqual([666, 34]);
    expect(new Set(gate.refused.map((part) => part.code))).toEqual(new Set(['overRate']));
    expect(gate.delayMs).toBe(9_980);
  });

  it('splitBatch cuts a message into as few slices of chosen frames as possible', () => {
    const bytes = Buffer.concat([frame(1, 1), frame(1, 2), frame(40, 3), frame(1, 4)]);
    const { passed } = checkFrames(device, bytes, bucket());
    const slices = splitBatch(bytes, passed, 1_000_000);
    expect(slices.map((part) => part.length)).toEqual([frame(1, 1).length * 2, frame(1, 4).length]);
    expect(slices[0]?.buffer).toBe(bytes.buffer);
    expect(splitBatch(bytes, [], 1_000_000)).toEqual([]);
  });

  it('splitBatch splits a long slice between frames, never within one', () => {
    const plain = Array.from({ length: 50 }, (_, sequence) =>
      encodeFrame({
        streamId: 1,
        sequence,
        deviceTimeUs: sequence * 1e6,
        channels: [Int16Array.of(1, 2)],
        encoding: 'plain',
      }),
    );
    const bytes = Buffer.concat(plain);
    const length = bytes.length / 50;
    const { passed } = checkFrames(device, bytes, bucket());
    expect(splitBatch(bytes, passed, 7 * length + 3).map((part) => part.length / length)).toEqual([
      7, 7, 7, 7, 7, 7, 7, 1,
    ]);
    expect(splitBatch(bytes, passed, 1).map((part) => part.length)).toEqual(
      passed.map(() => length),
    );
    expect(Buffer.concat(splitBatch(bytes, passed, 7 * length + 3))).toEqual(bytes);
  });
});
