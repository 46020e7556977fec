import { describe, expect, it } from 'vitest';
import { isWellPacked, packDeltas, unpackDeltas } from './delta-packing.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('packDeltas', () => {
  it.each([
    ['one sample: no block', [-2], 'feff'],
    ['no change: a block of width 0', [7, 7, 7], '0700 00'],
    ['one step down: width 1', [7, 6], '0700 01 01'],
    ['the example of the description', [10, 11, 9, 9], '0a00 02 0e'],
    ['eight of width 1 fill a byte', [0, -1, -1, -2, -2, -2, -2, -2, -3], '0000 01 85'],
    [
      'a step over the whole range is one step of -1 modulo 65,536',
      [-32_768, 32_767],
      '0080 01 01',
    ],
    ['the widest step', [0, -32_768], '0000 10 ffff'],
  ])('%s', (_, samples, expected) => {
    const packed = packDeltas([Int16Array.from(samples)]);
    expect(hex(packed)).toBe(expected.replaceAll(' ', ''));
    expect([...unpackDeltas(packed, samples.length, 1)]).toEqual(samples);
  });

  it('begins a new block, with a width of its own, after 32 differences', () => {
    const samples = Int16Array.from({ length: 66 }, (_, index) =>
      index <= 32 ? 0 : index === 33 ? 100 : 101,
    );
    // 32 of width 0; then 200 needs 8 bits and drags 31 others along; then one of width 0.
    expect(packDeltas([samples])).toHaveLength(2 + 1 + (1 + 32) + 1);
  });

  it('puts channels one behind the other', () => {
    expect(hex(packDeltas([Int16Array.of(1, 1), Int16Array.of(-1, -2)]))).toBe(
      '010000' + 'ffff0101',
    );
  });
});

describe('isWellPacked', () => {
  it.each([
    ['exactly the blocks', '0700 01 01', 2, 1, true],
    ['a byte too many', '0700 01 01 00', 2, 1, false],
    ['a byte too few', '0700 01', 2, 1, false],
    ['no width byte', '0700', 2, 1, false],
    ['half a first sample', '07', 1, 1, false],
    ['width 16', '0700 10 ffff', 2, 1, true],
    ['width 17', '0700 11 ffffff', 2, 1, false],
    ['one channel of two', '0700 00', 3, 2, false],
    ['two channels', '0700 00 0800 00', 3, 2, true],
  ])('%s', (_, payload, sampleCount, channelCount, expected) => {
    expect(isWellPacked(bytesOf(payload), sampleCount, channelCount)).toBe(expected);
  });

  it('does not care for left-over bits', () => {
    expect(isWellPacked(bytesOf('0700 01 ff'), 2, 1)).toBe(true);
    expect([...unpackDeltas(bytesOf('0700 01 ff'), 2, 1)]).toEqual([7, 6]);
  });
});
