import { encodeFrame } from '@yamori/frames';
import { describe, expect, it } from 'vitest';
import { createByteSource, createFrameCutter } from './byte-source.ts';

const frame = (sequence: number): Uint8Array =>
  encodeFrame({
    streamId: 1,
    sequence,
    deviceTimeUs: 1_000_000 * sequence,
    channels: [Int16Array.from({ length: 25 }, (_unused, at) => at * sequence)],
  });
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

describe('bytes from a cable', () => {
  it.each([1, 3, 7, 64, 1000])('the cutter restores whole frames from pieces of %i', (size) => {
    const cut = createFrameCutter();
    const bytes = joined(frame(1), frame(2), frame(3));
    const found: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...cut(bytes.subarray(at, at + size)));
    expect(found).toEqual([frame(1), frame(2), frame(3)]);
  });

  it('the cutter skips bytes that are not a frame', () => {
    const damaged = frame(2);
    // No frame has this length.
    damaged.fill(0xff, 24, 28);
    const cut = createFrameCutter();
    expect(cut(joined(Uint8Array.of(1, 0x59, 0x4d, 2), frame(1), damaged, frame(3)))).toEqual([
      frame(1),
      frame(3),
    ]);
  });

  it('the frames reach the watcher with the streams of the type', async () => {
    const streams = [
      { streamId: 1, kind: 'ecg', channels: 1, unit: 'mV', sampleRateHz: 250, scale: 1, offset: 0 },
    ];
    const source = createByteSource(streams);
    const received: unknown[] = [];
    const stop = source.watch(
      'A',
      { historySeconds: 0 },
      {
        onStreams: (declared) => received.push(declared),
        onFrames: (bytes) => received.push(bytes),
        onDropped: () => undefined,
        onFail: () => undefined,
      },
    );
    await Promise.resolve();
    source.push(frame(1));
    stop();
    source.push(frame(2));
    expect(received).toEqual([streams, frame(1)]);
  });
});
