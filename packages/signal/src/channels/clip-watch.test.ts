import { describe, expect, it } from 'vitest';
import { createClipWatch } from './clip-watch.ts';

/** One second at 50 Hz with `clipped` samples at a limit. */
const aSecond = (clipped: number, end = 32_767): Int16Array =>
  Int16Array.from({ length: 50 }, (_, index) => (index < clipped ? end : 100));

function after(seconds: readonly Int16Array[], startMs = 0) {
  const watch = createClipWatch();
  seconds.forEach((samples, second) => watch.push(samples, startMs + second * 1000));
  return watch;
}

describe('createClipWatch', () => {
  it.each([32_767, 32_766, -32_767])('counts a sample of %d as clipped', (end) =>
    expect(after([aSecond(25, end)]).share()).toBe(0.5),
  );

  it('counts neither samples near the limit nor missing ones', () => {
    expect(after([aSecond(25, 32_765), aSecond(25, -32_766), aSecond(25, -32_768)]).share()).toBe(
      0,
    );
    expect(createClipWatch().share()).toBe(0);
  });

  it('forgets samples after ten seconds', () => {
    const seconds = [aSecond(50), ...Array.from({ length: 9 }, () => aSecond(0))];
    expect(after(seconds).share()).toBeCloseTo(0.1);
    expect(after([...seconds, aSecond(0)]).share()).toBe(0);
  });

  it('does not depend on how the samples are cut', () => {
    const watch = createClipWatch();
    for (let tenth = 0; tenth < 100; tenth++)
      watch.push(aSecond(50).subarray(5 * (tenth % 10), 5 * (tenth % 10) + 5), tenth * 100);
    expect(watch.share()).toBe(1);
  });

  it.each([60_000, -60_000])('restarts when the time jumps by %d ms', (jump) => {
    const watch = after([aSecond(50)], 100_000);
    watch.push(aSecond(0), 100_000 + jump);
    expect(watch.share()).toBe(0);
  });

  it('ignores invalid times and physical values', () => {
    const watch = createClipWatch();
    watch.push(aSecond(50), Number.NaN);
    watch.push(Float32Array.of(32_767, 32_767), 0);
    expect(watch.share()).toBe(0);
  });
});
