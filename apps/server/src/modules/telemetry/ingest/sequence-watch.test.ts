import { describe, expect, it } from 'vitest';
import { createRateBucket } from './device-states.ts';
import { createSequenceWatch, isLive, type SequenceStep } from './sequence-watch.ts';

function watch(): {
  see: (sequence: number, seconds: number) => SequenceStep;
  clock: { ms: number };
  counters: () => object | undefined;
} {
  const clock = { ms: 0 };
  const sequences = createSequenceWatch({ nowMs: () => clock.ms }, 30);
  return {
    clock,
    see: (sequence, seconds) =>
      sequences.see({ streamId: 1, sequence, deviceTimeUs: seconds * 1e6, sampleCount: 250 }, 250),
    counters: () => sequences.counters().get(1),
  };
}

describe('createSequenceWatch', () => {
  it('distinguishes next, missing, repeated and late frames', () => {
    const { see, counters } = watch();
    expect([see(5, 0), see(6, 1), see(6, 1), see(9, 4), see(7, 2)]).toEqual([
      'first',
      'next',
      'repeated',
      'gap',
      'back',
    ]);
    expect(counters()).toEqual({
      frames: 5,
      repeated: 1,
      back: 1,
      gaps: 1,
      missingFrames: 2,
      restarts: 0,
    });
  });

  it('continues when the counter wraps at 2^32', () => {
    const { see } = watch();
    expect([see(0xffffffff, 0), see(0, 1), see(0xffffffff, 0)]).toEqual(['first', 'next', 'back']);
  });

  it('treats a restarted device, or one whose clock was set back, as live', () => {
    const { see } = watch();
    expect([see(500, 100), see(0, 200), see(1, 201), see(2, 50), see(3, 51)]).toEqual([
      'first',
      'restart',
      'next',
      'restart',
      'next',
    ]);
  });

  it('treats a stream as live again after a long time of late frames', () => {
    const { see, clock } = watch();
    see(500, 100);
    clock.ms = 29_000;
    expect(see(0, 1)).toBe('back');
    clock.ms = 31_000;
    expect([see(1, 2), see(2, 3)]).toEqual(['restart', 'next']);
  });

  it('treats only frames ahead as live', () => {
    expect(
      (['first', 'next', 'gap', 'restart', 'repeated', 'back'] as const).filter(isLive),
    ).toEqual(['first', 'next', 'gap', 'restart']);
  });
});

describe('createRateBucket', () => {
  it('allows 100 times the rate indefinitely', () => {
    const clock = { ms: 0 };
    const bucket = createRateBucket({ nowMs: () => clock.ms }, 100, 10);
    for (let step = 0; step < 2_000; step++) {
      clock.ms += 10;
      expect(bucket.take(1, 250, 250)).toEqual({ kind: 'taken', delayMs: 0 });
    }
  });

  it('delays faster senders by their lead and rejects them at twice the burst', () => {
    const bucket = createRateBucket({ nowMs: () => 0 }, 100, 10);
    expect(bucket.take(1, 10, 10_000)).toEqual({ kind: 'taken', delayMs: 0 });
    expect(bucket.take(1, 10, 500)).toEqual({ kind: 'taken', delayMs: 500 });
    expect(bucket.take(1, 10, 9_500)).toEqual({ kind: 'taken', delayMs: 10_000 });
    expect(bucket.take(1, 10, 1)).toEqual({ kind: 'over' });
    expect(bucket.take(2, 10, 1)).toEqual({ kind: 'taken', delayMs: 0 });
  });
});

describe('newestUs of a sequence watch', () => {
  const frame = (streamId: number, sequence: number, seconds: number) => ({
    streamId,
    sequence,
    deviceTimeUs: seconds * 1e6,
    sampleCount: 1,
  });

  it('returns the time of the most advanced stream', () => {
    const sequences = createSequenceWatch({ nowMs: () => 0 }, 30);
    for (const one of [frame(1, 0, 10), frame(2, 0, 90), frame(1, 1, 20)]) sequences.see(one, 0);
    expect(sequences.newestUs()).toBe(90e6);
  });

  it('forgets a wrong clock although one stream has not sent since the clock was set back', () => {
    const sequences = createSequenceWatch({ nowMs: () => 0 }, 30);
    for (const one of [frame(1, 0, 9_000), frame(2, 0, 9_000), frame(1, 1, 20)])
      sequences.see(one, 0);
    expect(sequences.newestUs()).toBe(20e6);
    sequences.see(frame(2, 1, 30), 0);
    expect(sequences.newestUs()).toBe(30e6);
  });

  it('follows a device that restarted in 1970, although one stream has not sent since', () => {
    const clock = { ms: 0 };
    const sequences = createSequenceWatch({ nowMs: () => clock.ms }, 30);
    for (const streamId of [1, 2, 3]) sequences.see(frame(streamId, 500, 9_000), 0);
    clock.ms = 31_000;
    sequences.see(frame(1, 0, 10), 0);
    expect(sequences.newestUs()).toBe(10e6);
    sequences.see(frame(2, 0, 12), 0);
    expect(sequences.newestUs()).toBe(12e6);
  });

  it('ignores an older frame of a rare stream while other streams send newer frames', () => {
    const clock = { ms: 0 };
    const sequences = createSequenceWatch({ nowMs: () => clock.ms }, 30);
    sequences.see(frame(1, 7, 9_000), 0);
    for (let second = 0; second <= 40; second++) {
      clock.ms = second * 1_000;
      sequences.see(frame(2, second, 9_000 + second), 0);
    }
    expect(sequences.see(frame(1, 6, 6_000), 0)).toBe('restart');
    expect(sequences.newestUs()).toBe(9_040e6);
  });
});
