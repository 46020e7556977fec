import { describe, expect, it } from 'vitest';
import { MARK_GAP, MARK_MEASURED, SampleRing } from './sample-ring.ts';

describe('SampleRing', () => {
  it('keeps the newest samples under indices that never wrap', () => {
    const ring = new SampleRing(4);
    for (let value = 0; value < 10; value++) ring.push(value, MARK_MEASURED);
    expect([ring.start, ring.end]).toEqual([6, 10]);
    expect([6, 7, 8, 9].map((index) => ring.valueAt(index))).toEqual([6, 7, 8, 9]);
  });

  it('returns NaN and gap for samples that it no longer or not yet holds', () => {
    const ring = new SampleRing(2);
    for (const value of [1, 2, 3]) ring.push(value, MARK_MEASURED);
    expect(ring.valueAt(0)).toBeNaN();
    expect(ring.markAt(3)).toBe(MARK_GAP);
  });

  it('stores a short gap with its length', () => {
    const ring = new SampleRing(8);
    ring.push(1, MARK_MEASURED);
    ring.pushGap(3);
    ring.push(2, MARK_MEASURED);
    expect([0, 1, 2, 3, 4].map((index) => ring.markAt(index))).toEqual([
      MARK_MEASURED,
      MARK_GAP,
      MARK_GAP,
      MARK_GAP,
      MARK_MEASURED,
    ]);
  });

  it('drops everything in a gap longer than itself without growing', () => {
    const ring = new SampleRing(4);
    ring.push(1, MARK_MEASURED);
    ring.pushGap(1_000_000_000);
    ring.push(2, MARK_MEASURED);
    expect([ring.start, ring.end, ring.valueAt(ring.end - 1)]).toEqual([
      1_000_000_001, 1_000_000_002, 2,
    ]);
  });

  it('clones a copy that stays fixed', () => {
    const ring = new SampleRing(4);
    ring.push(1, MARK_MEASURED);
    const copy = ring.clone();
    for (let value = 2; value < 9; value++) ring.push(value, MARK_MEASURED);
    expect([copy.end, copy.valueAt(0)]).toEqual([1, 1]);
  });
});
