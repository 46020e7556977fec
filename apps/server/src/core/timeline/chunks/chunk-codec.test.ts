import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_US, byDeviceTime, type KeptFrame } from '../timeline-frame.ts';
import { createBlockCoder } from './block-coder.ts';
import { createByteReader, createByteWriter } from './byte-writer.ts';
import {
  decodeChunkBody,
  decodeFrameTable,
  encodeChunkBody,
  toChunkPiece,
  readColumn,
  writeColumn,
} from './chunk-codec.ts';

const coder = createBlockCoder();
const encode = (slot: number, frames: readonly KeptFrame[]): Uint8Array =>
  encodeChunkBody(coder, slot, frames[0]?.channels.length ?? 0, frames.map(toChunkPiece));
const anySample = fc.integer({ min: -32_768, max: 32_767 });

const anyFrames = (slot: number, channelCount: number): fc.Arbitrary<KeptFrame[]> =>
  fc
    .array(
      fc.record({
        sequence: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        inSlot: fc.integer({ min: 0, max: SLOT_US - 1 }),
        packed: fc.boolean(),
        receivedMs: fc.integer({ min: 0, max: 4e12 }),
        samples: fc.integer({ min: 1, max: 20 }).chain((length) =>
          fc.array(fc.array(anySample, { minLength: length, maxLength: length }), {
            minLength: channelCount,
            maxLength: channelCount,
          }),
        ),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((frames) =>
      frames
        .map(({ sequence, inSlot, packed, receivedMs, samples }): KeptFrame => ({
          sequence,
          deviceTimeUs: slot * SLOT_US + inSlot,
          encoding: packed ? 'delta' : 'plain',
          receivedMs,
          channels: samples.map((values) => Int16Array.from(values)),
        }))
        .sort(byDeviceTime),
    );

describe('chunk body', () => {
  it('all frames and samples survive encoding, for any slot, sequence, time and value', () => {
    const cases = fc
      .integer({ min: -1e8, max: 4e8 })
      .chain((slot) =>
        fc
          .integer({ min: 1, max: 4 })
          .chain((channels) => fc.tuple(fc.constant(slot), anyFrames(slot, channels))),
      );
    fc.assert(
      fc.property(cases, ([slot, frames]) => {
        const body = encode(slot, frames);
        expect(decodeChunkBody(coder, slot, body)).toEqual(frames);
        expect(decodeFrameTable(slot, body).map((row) => [row.sequence, row.sampleCount])).toEqual(
          frames.map((frame) => [frame.sequence, frame.channels[0]?.length]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('a steady stream compresses well', () => {
    const frames = Array.from({ length: 10 }, (_, number): KeptFrame => ({
      sequence: 70_000 + number,
      deviceTimeUs: number * 1_000_000,
      encoding: 'delta',
      receivedMs: number * 1000,
      channels: [
        Int16Array.from({ length: 250 }, (_none, index) =>
          Math.round(400 * Math.sin((number * 250 + index) / 30)),
        ),
      ],
    }));
    expect(encode(0, frames).length).toBeLessThan(2_500 * 0.6);
  });

  it('a truncated body and another version throw', () => {
    const body = encode(0, [
      {
        sequence: 0,
        deviceTimeUs: 0,
        encoding: 'plain',
        receivedMs: 0,
        channels: [Int16Array.of(1, 2, 3)],
      },
    ]);
    expect(() => decodeChunkBody(coder, 0, body.subarray(0, body.length - 3))).toThrow();
    expect(() => decodeChunkBody(coder, 0, Uint8Array.of(1, ...body.subarray(1)))).toThrow(
      'version 1',
    );
    expect(() => createByteReader(Uint8Array.of(255)).unsigned()).toThrow(RangeError);
    expect(() => createByteReader(Uint8Array.of(1)).bytes(2)).toThrow(RangeError);
  });
});

describe('table columns', () => {
  it('integers of any size survive, and steady ones take a few bytes', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let value = 0;
        const values = steps.map((by) => (value += by));
        const writer = createByteWriter(1);
        writeColumn(writer, values);
        const reader = createByteReader(writer.finish());
        expect(readColumn(reader, values.length)).toEqual(values);
        expect(reader.left()).toBe(0);
      }),
    );
    const writer = createByteWriter();
    writeColumn(
      writer,
      Array.from({ length: 1_000 }, (_, index) => 70_000 + index),
    );
    expect(writer.finish().length).toBeLessThanOrEqual(7);
  });
});

describe('byte writer', () => {
  it('integers of any size survive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (values) => {
        const writer = createByteWriter(1);
        for (const value of values) writer.signed(value);
        const reader = createByteReader(writer.finish());
        expect(values.map(() => reader.signed())).toEqual(values);
        expect(reader.left()).toBe(0);
      }),
    );
    expect(() => createByteWriter().unsigned(-1)).toThrow(RangeError);
    expect(() => createByteWriter().unsigned(0.5)).toThrow(RangeError);
  });
});
