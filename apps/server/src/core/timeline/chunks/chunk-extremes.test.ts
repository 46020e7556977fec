import { MAX_PAYLOAD_BYTES, NOT_MEASURED, encodeFrame, scanFrames } from '@yamori/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBins } from '../pyramid/bin-codec.ts';
import { SLOT_US, byDeviceTime, durationUs, type KeptFrame } from '../timeline-frame.ts';
import { createBlockCoder } from './block-coder.ts';
import { buildChunk, keptFrame } from './chunk-builder.ts';
import { decodeChunkBody, decodeFrameTable, encodeChunkBody, toChunkPiece } from './chunk-codec.ts';

const coder = createBlockCoder();
const encode = (slot: number, frames: readonly KeptFrame[]): Uint8Array =>
  encodeChunkBody(coder, slot, frames[0]?.channels.length ?? 0, frames.map(toChunkPiece));
const decode = (slot: number, body: Uint8Array): KeptFrame[] => decodeChunkBody(coder, slot, body);

const SLOT = 176_000_000;
const START_US = SLOT * SLOT_US;

/** Values at which folding, differences and sums could overflow. */
const extreme = fc.constantFrom(-32_768, -32_767, -16_385, -1, 0, 1, 16_384, 32_766, 32_767);
const sample = fc.oneof(
  { weight: 3, arbitrary: extreme },
  { weight: 1, arbitrary: fc.integer({ min: -32_768, max: 32_767 }) },
);

const aFrame = (
  sequence: number,
  inSlotUs: number,
  channels: readonly Int16Array[],
): KeptFrame => ({
  sequence,
  deviceTimeUs: START_US + inSlotUs,
  encoding: sequence % 2 === 0 ? 'plain' : 'delta',
  receivedMs: START_US / 1000 + sequence,
  channels,
});

const framesWith = (channelCount: number): fc.Arbitrary<KeptFrame[]> =>
  fc
    .array(
      fc.integer({ min: 1, max: 6 }).chain((length) =>
        fc.array(fc.array(sample, { minLength: length, maxLength: length }), {
          minLength: channelCount,
          maxLength: channelCount,
        }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((frames) =>
      frames.map((channels, number) =>
        aFrame(
          number,
          number * 2_000_000,
          channels.map((values) => Int16Array.from(values)),
        ),
      ),
    );

/**
 * Every channel count up to 32, which includes the limits of the four-neighbour prediction, and
 * EIT's.
 */
const CHANNEL_COUNTS = [...Array.from({ length: 32 }, (_, index) => index + 1), 208, 1_024];

describe('chunks with extreme frames', () => {
  it.each(CHANNEL_COUNTS)('%i channels of extreme values survive', (channelCount) => {
    fc.assert(
      fc.property(framesWith(channelCount), (frames) => {
        expect(decode(SLOT, encode(SLOT, frames))).toEqual(frames);
      }),
      { numRuns: channelCount > 100 ? 4 : 15 },
    );
  });

  it('a single extreme sample survives', () => {
    for (const value of [-32_768, -32_767, -1, 0, 1, 32_766, 32_767]) {
      const frames = [aFrame(0, 0, [Int16Array.of(value)])];
      expect(decode(SLOT, encode(SLOT, frames))).toEqual(frames);
    }
  });

  it('a thousand frames of one sample in a slot survive', () => {
    const frames = Array.from({ length: 1_000 }, (_, number) =>
      aFrame(number, number * 10_000, [
        Int16Array.of(number % 2 === 0 ? 32_767 : -32_768),
        Int16Array.of(number),
      ]),
    );
    const body = encode(SLOT, frames);
    expect(decode(SLOT, body)).toEqual(frames);
    expect(decodeFrameTable(SLOT, body).every((row) => row.sampleCount === 1)).toBe(true);
  });

  it('the longest possible frame and the next one survive', () => {
    const length = MAX_PAYLOAD_BYTES / 2;
    const frames = [
      aFrame(0, 0, [
        Int16Array.from({ length }, (_, index) => ((index * 7_919) % 65_536) - 32_768),
      ]),
      aFrame(1, 5, [Int16Array.of(3)]),
    ];
    expect(decode(SLOT, encode(SLOT, frames))).toEqual(frames);
  });

  it('sequence overflow, equal times and unusual receive times survive', () => {
    const frames = [4_294_967_295, 0, 1, 2_147_483_648]
      .map((sequence, number): KeptFrame => ({
        sequence,
        deviceTimeUs: START_US + (number < 2 ? 9_999_999 : 0),
        encoding: 'plain',
        receivedMs: number % 2 === 0 ? 0 : 8e12,
        channels: [Int16Array.of(NOT_MEASURED)],
      }))
      .sort(byDeviceTime);
    expect(decode(SLOT, encode(SLOT, frames))).toEqual(frames);
  });

  it('frames long before 1970 and after 2038 survive', () => {
    for (const slot of [-200_000_000, -1, 0, 214_748_365, 400_000_000]) {
      const frames = [0, 9_999_999].map((inSlot, sequence): KeptFrame => ({
        sequence,
        deviceTimeUs: slot * SLOT_US + inSlot,
        encoding: 'delta',
        receivedMs: 1_760_000_000_000,
        channels: [Int16Array.of(sequence)],
      }));
      expect(decode(slot, encode(slot, frames))).toEqual(frames);
    }
  });

  it("a device's own bytes can be restored, in both encodings", () => {
    fc.assert(
      fc.property(framesWith(3), (frames) => {
        for (const encoding of ['plain', 'delta'] as const) {
          const sent = frames.map((frame) => encodeFrame({ ...frame, streamId: 7, encoding }));
          const kept = sent
            .flatMap((bytes) => scanFrames(bytes).frames)
            .map((view) => keptFrame(view, START_US / 1000));
          const again = decode(SLOT, encode(SLOT, kept)).map((frame) =>
            encodeFrame({ ...frame, streamId: 7 }),
          );
          expect(again.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
            sent.map((bytes) => Buffer.from(bytes).toString('hex')),
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('buildChunk', () => {
  const key = { serial: 'A-1', streamId: 1, slot: SLOT, clockOffsetUs: 0, channelCount: 2 };

  it('computes times, counts and extremes for frames in any order', () => {
    fc.assert(
      fc.property(
        framesWith(2),
        fc.constantFrom(0.5, 20, 50, 250, 1_000),
        fc.constantFrom(0, -7_200_000_001, 3_600_000_000),
        (frames, rateHz, clockOffsetUs) => {
          const chunk = buildChunk(
            coder,
            { ...key, clockOffsetUs },
            rateHz,
            frames.toReversed().map(toChunkPiece),
          );
          const ends = frames.map(
            (frame) =>
              frame.deviceTimeUs -
              clockOffsetUs +
              durationUs(frame.channels[0]?.length ?? 0, rateHz),
          );
          expect(chunk).toMatchObject({
            fromUs: START_US - clockOffsetUs,
            toUs: Math.max(...ends),
            frameCount: frames.length,
          });
          expect(decode(SLOT, chunk.body)).toEqual(frames);
          const bins = decodeBins(coder, chunk.bins);
          const getTrack = (values: Int16Array, channel: number) =>
            values.subarray(channel * bins.counts.length, (channel + 1) * bins.counts.length);
          expect(bins.counts.reduce((sum, count) => sum + count, 0)).toBe(chunk.sampleCount);
          for (const channel of [0, 1]) {
            const measured = frames
              .flatMap((frame) => [...(frame.channels[channel] ?? [])])
              .filter((value) => value !== NOT_MEASURED);
            const [lows, highs] = [
              getTrack(bins.minimum, channel),
              getTrack(bins.maximum, channel),
            ].map((track) => [...track].filter((value) => value !== NOT_MEASURED));
            expect([Math.min(...(lows ?? [])), Math.max(...(highs ?? []))]).toEqual([
              Math.min(...measured),
              Math.max(...measured),
            ]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('includes the last event, which is exactly at the end', () => {
    const chunk = buildChunk(
      coder,
      { ...key, channelCount: 1 },
      0,
      [aFrame(0, 0, [Int16Array.of(4)]), aFrame(1, 9_999_999, [Int16Array.of(9)])].map(
        toChunkPiece,
      ),
    );
    expect([chunk.fromUs, chunk.toUs]).toEqual([START_US, START_US + 9_999_999]);
    expect(decodeBins(coder, chunk.bins).maximum.at(-1)).toBe(9);
  });
});
