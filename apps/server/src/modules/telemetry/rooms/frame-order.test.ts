import { encodeFrame } from '@yamori/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameOrder, type FrameOrderOptions } from './frame-order.ts';

const frame = (sequence: number, streamId = 1): Uint8Array =>
  encodeFrame({
    streamId,
    sequence,
    deviceTimeUs: 1e15 + sequence * 1e6,
    channels: [Int16Array.of(sequence)],
  });
const stored = (sequence: number) => ({
  serial: 'A',
  streamId: 1,
  sequence,
  deviceTimeUs: 1e15 + sequence * 1e6,
  receivedMs: sequence,
  bytes: frame(sequence),
});
const createHead = (sequence: number, frameCount = 1) => ({
  serial: 'A',
  streamId: 1,
  slot: 0,
  firstSequence: sequence,
  frameCount,
  firstUs: 1e15 + sequence * 1e6,
});

function anOrder(holds: FrameOrderOptions['holds'] = 'gaps') {
  const given: number[] = [];
  const clock = { atMs: 0 };
  const order = createFrameOrder({
    isOrdered: (streamId) => streamId === 1,
    elapsedMs: () => clock.atMs,
    holds,
    push: (bytes) => given.push(new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)),
  });
  return { order, given, clock };
}

describe('createFrameOrder', () => {
  it('passes frames of the Bus immediately, each once', () => {
    const { order, given } = anOrder();
    for (const sequence of [1, 2, 2, 3]) order.fromBus(frame(sequence), 0);
    expect(given).toEqual([1, 2, 3]);
  });

  it('holds frames behind a gap until the log supplies the missing ones', () => {
    const { order, given } = anOrder();
    for (const sequence of [1, 4, 5]) order.fromBus(frame(sequence), 0);
    expect(given).toEqual([1]);
    expect([createHead(1), createHead(2, 2), createHead(4)].map(order.lacks)).toEqual([
      false,
      true,
      true,
    ]);
    order.fromLog([stored(2), stored(3)]);
    order.reached(createHead(2, 2));
    expect(given).toEqual([1, 2, 3]);
    order.reached(createHead(4));
    expect(given).toEqual([1, 2, 3, 4, 5]);
    expect(order.lacks(createHead(4, 2))).toBe(false);
    expect(order.lacks(createHead(4, 3))).toBe(true);
  });

  it('holds frames behind a gap while the log is unreadable, then adds its frames', () => {
    const { order, given, clock } = anOrder();
    for (const sequence of [1, 4]) order.fromBus(frame(sequence), 0);
    clock.atMs = 60_000;
    order.fromBus(frame(5), 0);
    expect(given).toEqual([1]);
    order.fromLog([stored(2), stored(3)]);
    order.readThrough(60_000);
    expect(given).toEqual([1, 2, 3, 4, 5]);
  });

  it('releases frames behind a gap once the log was read without the missing ones', () => {
    const { order, given } = anOrder();
    for (const sequence of [1, 4]) order.fromBus(frame(sequence), 0);
    order.readThrough(3_000);
    expect(given).toEqual([1]);
    order.readThrough(3_001);
    expect(given).toEqual([1, 4]);
    // Frames that the log supplies now are behind and would corrupt the estimates.
    order.fromLog([stored(2)]);
    expect(given).toEqual([1, 4]);
  });

  it('holds no frames of unordered streams, and none without a log', () => {
    const { order, given } = anOrder();
    for (const sequence of [1, 9]) order.fromBus(frame(sequence, 3), 0);
    expect(order.lacks({ ...createHead(20), streamId: 3 })).toBe(false);
    const without = anOrder('nothing');
    for (const sequence of [1, 9]) without.order.fromBus(frame(sequence), 0);
    expect([given, without.given]).toEqual([
      [1, 9],
      [1, 9],
    ]);
  });

  it('holds frames during a take-over and continues after the replayed ones', () => {
    const { order, given, clock } = anOrder('untilReleased');
    for (const sequence of [5, 6]) order.fromBus(frame(sequence), 0);
    clock.atMs = 600_000;
    order.readThrough(600_000);
    order.fromLog([3, 4, 5].map(stored));
    order.release();
    expect(given).toEqual([3, 4, 5, 6]);
  });

  it('holds frames behind a gap after a take-over, whose frames may be committed late', () => {
    const { order, given } = anOrder('untilReleased');
    for (const sequence of [4, 6]) order.fromBus(frame(sequence), 0);
    order.fromLog([stored(2)]);
    order.release();
    expect(given).toEqual([2]);
    order.fromLog([stored(3)]);
    order.reached(createHead(3));
    order.reached(createHead(4));
    expect(given).toEqual([2, 3, 4]);
    order.fromLog([stored(5)]);
    order.reached(createHead(6));
    expect(given).toEqual([2, 3, 4, 5, 6]);
  });

  it('passes frames in order, each once, for any Bus loss and any log timing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isLost: fc.boolean(), isRead: fc.boolean() }), { maxLength: 60 }),
        (frames) => {
          const { order, given } = anOrder();
          let read = 0;
          const readLog = (until: number): void => {
            const heads = Array.from({ length: until - read }, (_unused, at) => read + at);
            order.fromLog(heads.filter((at) => order.lacks(createHead(at))).map(stored));
            for (const at of heads) order.reached(createHead(at));
            read = until;
          };
          frames.forEach(({ isLost, isRead }, sequence) => {
            if (!isLost) order.fromBus(frame(sequence), 0);
            if (isRead) readLog(sequence + 1);
          });
          readLog(frames.length);
          const first = frames.findIndex(({ isLost, isRead }) => !isLost || isRead);
          const expected = frames.map((_unused, sequence) => sequence);
          // A gap is detectable only after the first received frame.
          expect(given).toEqual(given[0] === 0 ? expected : expected.slice(Math.max(first, 0)));
        },
      ),
    );
  });
});
