import { describe, expect, it } from 'vitest';
import { MARK_MEASURED, MARK_SATURATED, SampleRing } from '../traces/sample-ring.ts';
import { fixedRange, followRange, measureRange, withSharedSpan } from './value-scale.ts';

const auto = { kind: 'auto', minimumSpan: 1, magnify: 1 } as const;

describe('ranges of lanes', () => {
  it('a paper scale has true millimetres', () => {
    expect(fixedRange({ kind: 'paper', mmPerUnit: 10 }, 80)).toEqual({ low: -4, high: 4 });
  });

  it('the range never shows less than its minimum span', () => {
    expect(followRange(auto, undefined, { low: 0, high: 0.01 })).toEqual({
      low: -0.495,
      high: 0.505,
    });
  });

  it('the range stays while the signal fits and is not too small', () => {
    const present = { low: -2, high: 2 };
    expect(followRange(auto, present, { low: -1, high: 1.5 })).toBe(present);
  });

  it('the range grows immediately when the signal leaves it', () => {
    expect(followRange(auto, { low: -1, high: 1 }, { low: -1, high: 3 }).high).toBeGreaterThan(3);
  });

  it('twice the gain shows half the span', () => {
    const { low, high } = followRange({ ...auto, magnify: 2 }, undefined, { low: -5, high: 5 });
    expect(high - low).toBeCloseTo(7);
  });

  it('several lanes get the largest span among them, each around its own middle', () => {
    const all = [{ low: 0, high: 1 }, { low: 10, high: 14 }, undefined];
    expect(withSharedSpan(all[0], all)).toEqual({ low: -1.5, high: 2.5 });
    expect(withSharedSpan(all[1], all)).toEqual({ low: 10, high: 14 });
    expect(withSharedSpan(undefined, all)).toBeUndefined();
  });

  it('the range ignores saturated samples', () => {
    const ring = new SampleRing(8);
    ring.push(1, MARK_MEASURED);
    ring.push(99, MARK_SATURATED);
    expect(measureRange([ring], 0, 8)).toEqual({ low: 1, high: 1 });
    expect(measureRange([new SampleRing(4)], 0, 8)).toBeUndefined();
  });
});
