import fc from 'fast-check';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SLOT_US, byDeviceTime, type KeptFrame } from '../timeline-frame.ts';
import { createByteReader, createByteWriter } from './byte-writer.ts';
import { decodeChunkBody, decodeFrameTable, encodeChunkBody } from './chunk-codec.ts';
import { fromDeltaPlanes, toDeltaPlanes } from './delta-planes.ts';

const anySample = fc.integer({ min: -32_768, max: 32_767 });

const anyFrames = (slot: number, channelCount: number): fc.Arbitrary<KeptFrame[]> =>
  fc.array(
    fc.record({
      sequence: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      inSlot: fc.integer({ min: 0, max: SLOT_US - 1 }),
      packed: fc.boolean(),
      receivedMs: fc.integer({ min: 0, max: 4e12 }),
      samples: fc.integer({ min: 1, max: 20 }).chain((length) => fc.array(fc.array(anySample, { minLength: length, maxLength: length }), { minLength: channelCount, maxLength: channelCount })),
    }),
    { minLength: 1, maxLength: 12 },
  ).map((frames) => frames.map(({ sequence, inSlot, packed, receivedMs, samples }): KeptFrame => ({
    sequence, deviceTimeUs: slot * SLOT_US + inSlot, encoding: packed ? 'delta' : 'plain', receivedMs, channels: samples.map((values) => Int16Array.from(values)),
  })).sort(byDeviceTime));

describe('chunk body', () => {
  it('gives back every frame and sample, whatever the slot, sequences, times and values', () => {
    const cases = fc.integer({ min: -1e8, max: 4e8 }).chain((slot) => fc.integer({ min: 1, max: 4 }).chain((channels) => fc.tuple(fc.constant(slot), anyFrames(slot, channels))));
    fc.assert(fc.property(cases, ([slot, frames]) => {
      const body = encodeChunkBody(slot, frames);
      expect(decodeChunkBody(slot, body)).toEqual(frames);
      expect(decodeFrameTable(slot, body).map((row) => [row.sequence, row.sampleCount])).toEqual(frames.map((frame) => [frame.sequence, frame.channels[0]?.length]));
    }), { numRuns: 200 });
  });

  it('is small for a steady stream', () => {
    const frames = Array.from({ length: 10 }, (_, number): KeptFrame => ({
      sequence: 70_000 + number, deviceTimeUs: number * 1_000_000, encoding: 'delta', receivedMs: number * 1000,
      channels: [Int16Array.from({ length: 250 }, (_none, index) => Math.round(400 * Math.sin((number * 250 + index) / 30)))],
    }));
    expect(encodeChunkBody(0, frames).length).toBeLessThan(2_500 * 0.6);
  });

  it('fails loudly on a body that is cut or of another version', () => {
    const body = encodeChunkBody(0, [{ sequence: 0, deviceTimeUs: 0, encoding: 'plain', receivedMs: 0, channels: [Int16Array.of(1, 2, 3)] }]);
    expect(() => decodeChunkBody(0, body.subarray(0, body.length - 3))).toThrow();
    expect(() => createByteReader(Uint8Array.of(255)).unsigned()).toThrow(RangeError);
    expect(() => createByteReader(Uint8Array.of(1)).bytes(2)).toThrow(RangeError);
  });
});

describe('delta planes', () => {
  it('come back for any values', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 30 }).chain((length) => fc.array(fc.array(anySample, { minLength: length, maxLength: length }), { minLength: 1, maxLength: 9 })), (values) => {
      const channels = values.map((channel) => Int16Array.from(channel));
      expect(fromDeltaPlanes(toDeltaPlanes(channels), channels.length, channels[0]?.length ?? 0)).toEqual(channels);
    }));
  });
});

describe('forecasts', () => {
  const noise = (index: number, channel: number) => ((index * 7_919 + channel * 104_729) % 7) - 3;
  const size = (channels: readonly Int16Array[]) => zstdCompressSync(toDeltaPlanes(channels)).length;

  it('make use of what channels have in common, and of a straight line', () => {
    const chest = Array.from({ length: 16 }, (_, channel) => Int16Array.from({ length: 200 }, (_none, index) => Math.round(2_000 * Math.sin(index / 12)) + noise(index, channel)));
    const apart = chest.map((channel) => size([channel])).reduce((sum, bytes) => sum + bytes, 0);
    expect(size(chest)).toBeLessThan(0.6 * apart);
    expect(fromDeltaPlanes(toDeltaPlanes(chest), 16, 200)).toEqual(chest);
    expect(size([Int16Array.from({ length: 2_000 }, (_, index) => 16 * index)])).toBeLessThan(100);
  });

  it('come back where steps go over the ends of the range', () => {
    const jumps = Array.from({ length: 8 }, (_, channel) => Int16Array.from({ length: 50 }, (_none, index) => ((index + channel) % 2 === 0 ? -32_768 : 32_767)));
    expect(fromDeltaPlanes(toDeltaPlanes(jumps), 8, 50)).toEqual(jumps);
  });

  it('fail loudly on one that does not exist', () => {
    expect(() => fromDeltaPlanes(Uint8Array.of(9, 0, 0), 1, 1)).toThrow(RangeError);
  });
});

describe('byte writer', () => {
  it('keeps whole numbers of any size', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (values) => {
      const writer = createByteWriter(1);
      for (const value of values) writer.signed(value);
      const reader = createByteReader(writer.finish());
      expect(values.map(() => reader.signed())).toEqual(values);
      expect(reader.left()).toBe(0);
    }));
    expect(() => createByteWriter().unsigned(-1)).toThrow(RangeError);
    expect(() => createByteWriter().unsigned(0.5)).toThrow(RangeError);
  });
});
