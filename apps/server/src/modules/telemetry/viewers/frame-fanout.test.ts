import { encodeFrame, scanFrames } from '@yamori/frames';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createFrameFanout } from './frame-fanout.ts';
import { createFrameRing } from '../rooms/frame-ring.ts';

const limits = { keepSeconds: 30, maxBytes: 100_000 };
const aFrame = (streamId: number, sequence: number): Uint8Array =>
  encodeFrame({
    streamId,
    sequence,
    deviceTimeUs: 1_000_000 * sequence,
    channels: [Int16Array.of(sequence, sequence + 1)],
  });
const joined = (...frames: Uint8Array[]): Uint8Array =>
  Uint8Array.from(frames.flatMap((frame) => [...frame]));
const listSequences = (batches: readonly Uint8Array[]): number[] =>
  batches.flatMap((batch) => scanFrames(batch).frames.map((frame) => frame.sequence));

function aFanout(nowMs = { value: 0 }) {
  const bus = createInProcessBus(pino({ level: 'silent' }));
  const clock = { nowMs: () => nowMs.value };
  return { bus, nowMs, fanout: createFrameFanout(bus, clock, limits, () => undefined) };
}

describe('createFrameFanout', () => {
  it('gives every watcher of a device the same bytes', () => {
    const { bus, fanout } = aFanout();
    const first: Uint8Array[] = [];
    const second: Uint8Array[] = [];
    fanout.watch('A-1', { historySeconds: 0 }, (batch) => first.push(batch.bytes.slice()));
    fanout.watch('A-1', { historySeconds: 0 }, (batch) => second.push(batch.bytes.slice()));
    const batch = joined(aFrame(1, 1), aFrame(2, 2));
    bus.publish(frameSubject('A-1'), batch);
    bus.publish(frameSubject('A-2'), aFrame(1, 9));
    expect(first).toEqual([batch]);
    expect(second).toEqual([batch]);
  });

  it('gives a watcher of some streams only those frames, byte for byte', () => {
    const { bus, fanout } = aFanout();
    const received: Uint8Array[] = [];
    fanout.watch('A-1', { historySeconds: 0, streamIds: [2] }, (batch) =>
      received.push(batch.bytes.slice()),
    );
    bus.publish(frameSubject('A-1'), joined(aFrame(1, 1), aFrame(2, 2), aFrame(2, 3)));
    bus.publish(frameSubject('A-1'), aFrame(1, 4));
    expect(received).toEqual([joined(aFrame(2, 2), aFrame(2, 3))]);
  });

  it('starts a later watcher with the frames in the ring', () => {
    const { bus, fanout, nowMs } = aFanout();
    fanout.watch('A-1', { historySeconds: 0 }, () => undefined);
    for (let second = 0; second < 20; second++) {
      nowMs.value = second * 1000;
      bus.publish(frameSubject('A-1'), aFrame(1, second));
    }
    const received: Uint8Array[] = [];
    fanout.watch('A-1', { historySeconds: 5 }, (batch) => received.push(batch.bytes.slice()));
    expect(listSequences(received)).toEqual([14, 15, 16, 17, 18, 19]);
  });

  it('unsubscribes from the Bus when the last watcher leaves', () => {
    const { bus, fanout } = aFanout();
    const received: Uint8Array[] = [];
    const watch = fanout.watch('A-1', { historySeconds: 0 }, (batch) =>
      received.push(batch.bytes.slice()),
    );
    expect(fanout.watchers()).toBe(1);
    watch.close();
    bus.publish(frameSubject('A-1'), aFrame(1, 1));
    expect(received).toEqual([]);
    expect(fanout.watchers()).toBe(0);
  });
});

describe('createFrameRing', () => {
  it('drops frames by age and by size, oldest first', () => {
    let nowMs = 0;
    const ring = createFrameRing({ nowMs: () => nowMs }, { keepSeconds: 10, maxBytes: 250 });
    for (let second = 0; second < 4; second++) {
      nowMs = second * 1000;
      ring.push(new Uint8Array(100).fill(second));
    }
    expect(ring.since(60).map((batch) => batch[0])).toEqual([2, 3]);
    nowMs = 12_500;
    expect(ring.since(60).map((batch) => batch[0])).toEqual([3]);
  });

  it('copies its input', () => {
    const ring = createFrameRing({ nowMs: () => 0 }, { keepSeconds: 10, maxBytes: 250 });
    const borrowed = Uint8Array.of(1, 2, 3);
    ring.push(borrowed);
    borrowed.fill(9);
    expect(ring.since(1)).toEqual([Uint8Array.of(1, 2, 3)]);
  });
});
