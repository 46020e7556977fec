import { describe, expect, it } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';

describe('createFrameBatch', () => {
  it('encodes one message for all viewers with the same slot, and another for another slot', () => {
    const batch = createFrameBatch(Uint8Array.of(1, 2, 3));
    const [one, same, other, again] = [
      batch.messageFor(7),
      batch.messageFor(7),
      batch.messageFor(258),
      batch.messageFor(258),
    ];
    expect(same).toBe(one);
    expect(again).toBe(other);
    expect([...one]).toEqual([0x82, 7, 7, 0, 0, 0, 1, 2, 3]);
    expect([...other]).toEqual([0x82, 7, 2, 1, 0, 0, 1, 2, 3]);
  });

  it('keeps its messages when the borrowed bytes change', () => {
    const borrowed = Uint8Array.of(1, 2, 3);
    const message = createFrameBatch(borrowed).messageFor(0);
    borrowed.fill(9);
    expect([...message.subarray(6)]).toEqual([1, 2, 3]);
  });

  it.each([
    [0, 2],
    [121, 2],
    [122, 4],
    [65_531, 4],
    [65_532, 10],
  ])('writes a payload length of %i bytes into a header of %i', (length, headBytes) => {
    const message = createFrameBatch(new Uint8Array(length).fill(5)).messageFor(1);
    expect(message.length).toBe(headBytes + 4 + length);
    expect(message.readUInt32LE(headBytes)).toBe(1);
    expect([...new Set(message.subarray(headBytes + 4))]).toEqual(length === 0 ? [] : [5]);
  });
});
