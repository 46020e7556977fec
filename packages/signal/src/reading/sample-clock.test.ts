import { describe, expect, it } from 'vitest';
import { createSampleClock } from './sample-clock.ts';

describe('createSampleClock', () => {
  it('reports the first block as a new run', () => {
    expect(createSampleClock(100).begin(5000)).toBe(true);
  });

  it('continues with contiguous blocks', () => {
    const clock = createSampleClock(100);
    clock.begin(5000);
    clock.advance(50);
    expect(clock.begin(5500)).toBe(false);
    expect(clock.timeMs(0)).toBe(5500);
    expect(clock.timeMs(-50)).toBe(5000);
  });

  it('keeps its own time if a start is off by less than half a sample', () => {
    const clock = createSampleClock(100);
    clock.begin(0);
    clock.advance(100);
    expect(clock.begin(1004)).toBe(false);
    expect(clock.timeMs(0)).toBe(1000);
  });

  it('follows a drifting device clock within one run', () => {
    const clock = createSampleClock(100);
    clock.begin(0);
    clock.advance(100);
    expect(clock.begin(1050)).toBe(false);
    expect(clock.timeMs(0)).toBe(1050);
  });

  it.each([1400, 9000, 600, -50_000])(
    'reports a start at %d ms instead of 1000 as a new run',
    (startMs) => {
      const clock = createSampleClock(100);
      clock.begin(0);
      clock.advance(100);
      expect(clock.breaksAt(startMs)).toBe(true);
      expect(clock.begin(startMs)).toBe(true);
      expect(clock.timeMs(0)).toBe(startMs);
    },
  );

  it('checks a start without changing its state', () => {
    const clock = createSampleClock(100);
    clock.begin(0);
    clock.advance(100);
    expect(clock.breaksAt(1000)).toBe(false);
    expect(clock.breaksAt(5000)).toBe(true);
    expect(clock.timeMs(0)).toBe(1000);
  });

  it('allows two samples of jitter at low rates', () => {
    const clock = createSampleClock(1);
    clock.begin(0);
    clock.advance(10);
    expect(clock.begin(11_900)).toBe(false);
    clock.advance(1);
    expect(clock.begin(15_000)).toBe(true);
  });

  it.each([0, -1, Number.NaN, Infinity])('throws for a rate of %d', (rate) => {
    expect(() => createSampleClock(rate)).toThrow(RangeError);
  });
});
