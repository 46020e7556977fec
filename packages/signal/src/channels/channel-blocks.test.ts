import { describe, expect, it } from 'vitest';
import {
  noReading,
  mostCertainReading,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';
import { createChannelBlocks } from './channel-blocks.ts';

describe('createChannelBlocks', () => {
  it('averages the measured channels', () => {
    const { mean } = createChannelBlocks();
    expect([...mean(Int16Array.of(1, 2, -32768, 3, 6, -32768, 5, -32768, -32768), 3)]).toEqual([
      3,
      4,
      Number.NaN,
    ]);
  });

  it('interleaves the axes of each instant', () => {
    const { interleave } = createChannelBlocks();
    expect([...interleave(Int16Array.of(1, 2, 10, 20, 100, 200), 2, 3)]).toEqual([
      1, 10, 100, 2, 20, 200,
    ]);
  });

  it('grows for a longer block and leaves no remainder of it in a shorter one', () => {
    const blocks = createChannelBlocks();
    expect(blocks.mean(new Int16Array(2 * 500).fill(4), 500)).toHaveLength(500);
    expect([...blocks.mean(Int16Array.of(7, 9), 1)]).toEqual([8]);
    expect(blocks.interleave(new Int16Array(3 * 500).fill(4), 500, 3)).toHaveLength(1500);
    expect([...blocks.interleave(Int16Array.of(1, 2, 3), 1, 3)]).toEqual([1, 2, 3]);
  });
});

describe('mostCertainReading', () => {
  it.each([
    ['none without readings', [], noReading],
    [
      'a value over an uncertain reading',
      [uncertainReading('noisy', 1), valueReading(60, 0.3, 1)],
      valueReading(60, 0.3, 1),
    ],
    [
      'the more certain of two values',
      [valueReading(60, 0.3, 1), valueReading(70, 0.9, 1), valueReading(80, 0.5, 1)],
      valueReading(70, 0.9, 1),
    ],
    [
      'an uncertain reading over none',
      [noReading, undefined, uncertainReading('flat', 1)],
      uncertainReading('flat', 1),
    ],
  ])('returns %s', (_name, readings, expected) =>
    expect(mostCertainReading(readings)).toEqual(expected),
  );
});
