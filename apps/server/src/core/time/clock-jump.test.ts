import { describe, expect, it } from 'vitest';
import { createJumpDetector } from './clock-jump.ts';

describe('createJumpDetector', () => {
  it('reports a clock that advances by more than the monotonic time, once', () => {
    let elapsedMs = 0;
    const hasJumped = createJumpDetector(() => elapsedMs);
    const pass = (seconds: number, jumpMs: number): boolean => {
      elapsedMs += seconds * 1_000;
      aheadMs += jumpMs;
      return hasJumped(1_800_000_000_000 + elapsedMs + aheadMs);
    };
    let aheadMs = 0;
    expect(pass(0, 0)).toBe(false);
    expect(pass(1, 0)).toBe(false);
    expect(pass(1, 2_000)).toBe(false);
    expect(pass(1, 2_001)).toBe(true);
    expect(pass(60, 0)).toBe(false);
    expect(pass(1, -3_600_000)).toBe(false);
  });
});
