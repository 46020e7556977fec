import { describe, expect, it } from 'vitest';
import { encodeFrame } from './frame-encoder.ts';
import { MAX_PAYLOAD_BYTES, frameByteLength, plainFrameByteLength } from './frame-layout.ts';
import { aFrame, aWave } from './testing/frame-builder.ts';

const getEncoding = (bytes: Uint8Array): number | undefined => bytes[5];

describe('encodeFrame', () => {
  it('writes the fields at the offsets of the specification', () => {
    const bytes = encodeFrame({
      streamId: 0x0102,
      sequence: 0x03040506,
      deviceTimeUs: 0x0708090a0b0c,
      channels: [Int16Array.of(0x1112), Int16Array.of(-2)],
      encoding: 'plain',
    });
    const text = Buffer.from(bytes).toString('hex');
    expect(text.slice(0, -8)).toBe(
      '594df0a5' +
        '01' +
        '00' +
        '0201' +
        '06050403' +
        '0c0b0a0908070000' +
        '0100' +
        '0200' +
        '04000000' +
        '1211' +
        'feff',
    );
    expect(bytes).toHaveLength(plainFrameByteLength(1, 2));
  });

  it('packs differences only if that is smaller', () => {
    const noise = Int16Array.from({ length: 64 }, (_, index) => (index * 40_503) & 0xffff);
    expect(getEncoding(encodeFrame(aFrame({ channels: [aWave(64)] })))).toBe(1);
    expect(getEncoding(encodeFrame(aFrame({ channels: [noise] })))).toBe(0);
    expect(getEncoding(encodeFrame(aFrame({ channels: [Int16Array.of(1)] })))).toBe(0);
    expect(getEncoding(encodeFrame(aFrame({ channels: [noise], encoding: 'delta' })))).toBe(1);
  });

  it('limits packed frames to one byte per 32 samples over plain', () => {
    const worst = Int16Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 32_767 : -1));
    expect(encodeFrame(aFrame({ channels: [worst, worst], encoding: 'delta' }))).toHaveLength(
      frameByteLength(2 * (2_000 + 32)),
    );
  });

  it('wraps the sequence number', () => {
    expect(
      new DataView(encodeFrame(aFrame({ sequence: 2 ** 32 + 7 })).buffer).getUint32(8, true),
    ).toBe(7);
  });

  it.each([
    ['a stream id over 16 bits', { streamId: 65_536 }],
    ['a fractional time', { deviceTimeUs: 0.5 }],
    ['a time beyond safe integers', { deviceTimeUs: 2 ** 53 }],
    ['a sequence number of NaN', { sequence: Number.NaN }],
    ['no channels', { channels: [] }],
    ['no samples', { channels: [new Int16Array(0)] }],
    ['channels of unequal length', { channels: [new Int16Array(2), new Int16Array(3)] }],
    [
      'more samples than a frame can have',
      { channels: [new Int16Array(MAX_PAYLOAD_BYTES / 2 + 1)] },
    ],
  ])('rejects %s', (_, parts) => {
    expect(() => encodeFrame(aFrame(parts))).toThrow(RangeError);
  });
});
