import { describe, expect, it } from 'vitest';
import { createFrameRing } from './frame-ring.ts';

function aRing(limits = { keepSeconds: 30, maxBytes: 1_000 }) {
  const clock = { atMs: 1_000_000, nowMs: (): number => clock.atMs };
  const ring = createFrameRing(clock, limits);
  const push = (mark: number, length = 100): void => ring.push(new Uint8Array(length).fill(mark));
  return {
    clock,
    ring,
    push,
    marks: (seconds: number) => ring.since(seconds).map((batch) => batch[0]),
  };
}

describe('createFrameRing', () => {
  it('returns the batches of the requested period, oldest first', () => {
    const { clock, push, marks } = aRing();
    for (const mark of [1, 2, 3]) {
      push(mark);
      clock.atMs += 10_000;
    }
    expect(marks(30)).toEqual([1, 2, 3]);
    expect(marks(20)).toEqual([2, 3]);
    expect(marks(9.9)).toEqual([]);
    expect(marks(0)).toEqual([]);
  });

  it('drops batches older than its limit, even without new ones', () => {
    const { clock, push, marks } = aRing();
    push(1);
    clock.atMs += 30_000;
    expect(marks(1_000)).toEqual([1]);
    clock.atMs += 1;
    expect(marks(1_000)).toEqual([]);
  });

  it('holds at most its maximum of bytes and drops the oldest first', () => {
    const { push, marks } = aRing();
    for (let mark = 1; mark <= 25; mark += 1) push(mark);
    expect(marks(30)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    push(99, 950);
    expect(marks(30)).toEqual([99]);
  });

  it('drops a batch that exceeds its maximum', () => {
    const { push, marks } = aRing();
    push(1);
    push(2, 1_001);
    expect(marks(30)).toEqual([]);
    push(3);
    expect(marks(30)).toEqual([3]);
  });

  it('copies batches, because their bytes are borrowed', () => {
    const { ring } = aRing();
    const borrowed = new Uint8Array([1, 2, 3]);
    ring.push(borrowed);
    borrowed.fill(9);
    expect(ring.since(30)).toEqual([new Uint8Array([1, 2, 3])]);
  });

  it('reuses its memory', () => {
    const { clock, ring, push } = aRing({ keepSeconds: 10, maxBytes: 100_000 });
    const memory = new Set<ArrayBufferLike>();
    for (let index = 0; index < 5_000; index += 1) {
      push(index % 256, 1_000);
      clock.atMs += 100;
      memory.add(ring.since(0.1)[0]?.buffer ?? new ArrayBuffer(0));
    }
    // 100,000 bytes fill seven blocks of 16 KiB; one is being filled, one is spare.
    expect(memory.size).toBeLessThanOrEqual(9);
  });

  it('retains the right batches through thousands of any size', () => {
    const { clock, ring } = aRing({ keepSeconds: 10, maxBytes: 50_000 });
    const given: { readonly atMs: number; readonly batch: Uint8Array }[] = [];
    for (let index = 0; index < 3_000; index += 1) {
      clock.atMs += (index * 37) % 50;
      const batch = new Uint8Array(index % 211 === 0 ? 20_000 : (index * 7_919) % 1_500).fill(
        index % 256,
      );
      ring.push(batch);
      given.push({ atMs: clock.atMs, batch });
      if (index % 100 !== 99) continue;
      const expected: Uint8Array[] = [];
      let bytes = 0;
      for (const entry of given.toReversed()) {
        bytes += entry.batch.length;
        if (bytes > 50_000 || clock.atMs - entry.atMs > 10_000) break;
        expected.unshift(entry.batch);
      }
      expect(ring.since(10)).toEqual(expected);
    }
  });
});
