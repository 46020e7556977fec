import { describe, expect, it } from 'vitest';
import { reconnectDelayMs, soonDelayMs } from './reconnect-delay.ts';

/** A small seeded generator, so that the spread is the same every time. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('the delay before a reconnect', () => {
  it.each([1, 2, 3, 4, 5])(
    '1,000 closed sockets spread so that no second sees over a fifth, all within 30 s (seed %i)',
    (seed) => {
      const random = uniform(seed);
      const perSecond = new Map<number, number>();
      for (let socket = 0; socket < 1000; socket += 1) {
        const second = Math.floor(reconnectDelayMs(1, random.next().value) / 1000);
        perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
      }
      expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(200);
      expect(Math.max(...perSecond.keys())).toBeLessThan(30);
    },
  );

  it('the delay never reaches zero and never exceeds twelve seconds', () => {
    expect(reconnectDelayMs(1, 0)).toBe(200);
    expect(reconnectDelayMs(50, 1)).toBe(12_200);
    expect(reconnectDelayMs(2, 0.5)).toBeGreaterThan(reconnectDelayMs(1, 0.5));
  });

  it("the delay is short when only one member's sockets closed, and normal if that fails again", () => {
    expect([0, 0.5, 0.999].map((random) => soonDelayMs(1, random) <= 1_200)).toEqual([
      true,
      true,
      true,
    ]);
    expect(soonDelayMs(2, 0.5)).toBe(reconnectDelayMs(2, 0.5));
  });
});
