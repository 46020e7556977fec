import { describe, expect, it } from 'vitest';
import { isWellPacked, packDeltas, unpackDeltas } from './delta-packing.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const parseHex = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('packDeltas', () => {
  it.each([
    ['one sample as no block', [-2], 'feff'],
    ['no change as a block of width 0', [7, 7, 7], '0700 00'],
    ['one step down as width 1', [7, 6], '0700 01 01'],
    ['the example of the specification', [10, 11, 9, 9], '0a00 02 0e'],
    ['eight differences of width 1 as one byte', [0, -1, -1, -2, -2, -2, -2, -2, -3], '0000 01 85'],
    ['a step over the whole range as -1 modulo 65,536', [-32_768, 32_767], '0080 01 01'],
    ['the widest step as width 16', [0, -32_768], '0000 10 ffff'],
  ])('packs %s', (_, samples, expected) => {
    const packed = packDeltas([Int16Array.from(samples)]);
    expect(hex(packed)).toBe(expected.replaceAll(' ', ''));
    expect([...unpackDeltas(packed, samples.length, 1)]).toEqual(samples);
  });

  it('starts a new block with its own width after 32 differences', () => {
    const samples = Int16Array.from({ length: 66 }, (_, index) =>
      index <= 32 ? 0 : 100 + Math.min(index - 33, 1),
    );
    // 32 of width 0; then 32 of width 8, because 200 needs 8 bits; then one of width 0.
    expect(packDeltas([samples])).toHaveLength(2 + 1 + (1 + 32) + 1);
  });

  it('stores channels one after the other', () => {
    expect(hex(packDeltas([Int16Array.of(1, 1), Int16Array.of(-1, -2)]))).toBe(
      '010000' + 'ffff0101',
    );
  });
});

describe('isWellPacked', () => {
  it.each([
    ['an exact payload', '0700 01 01', 2, 1, true],
    ['an extra byte', '0700 01 01 00', 2, 1, false],
    ['a missing byte', '0700 01', 2, 1, false],
    ['a missing width byte', '0700', 2, 1, false],
    ['half a first sample', '07', 1, 1, false],
    ['width 16', '0700 10 ffff', 2, 1, true],
    ['width 17', '0700 11 ffffff', 2, 1, false],
    ['one of two channels', '0700 00', 3, 2, false],
    ['two channels', '0700 00 0800 00', 3, 2, true],
  ])('checks %s', (_, payload, sampleCount, channelCount, expected) => {
    expect(isWellPacked(parseHex(payload), sampleCount, channelCount)).toBe(expected);
  });

  it('ignores unused bits', () => {
    expect(isWellPacked(parseHex('0700 01 ff'), 2, 1)).toBe(true);
    expect([...unpackDeltas(parseHex('0700 01 ff'), 2, 1)]).toEqual([7, 6]);
  });
});
