import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSharedRing, type RingRoom } from './shared-ring.ts';

describe('createSharedRing', () => {
  it('wraps around when the oldest rooms are free, and returns null when full', () => {
    const ring = createSharedRing(100);
    const [first, second, third] = [ring.reserve(40), ring.reserve(40), ring.reserve(30)];
    expect([first?.at, second?.at, third]).toEqual([0, 40, null]);
    ring.release(second?.id ?? 0);
    // The oldest room is still reserved.
    expect([ring.reserve(30), ring.usedBytes()]).toEqual([null, 40]);
    ring.release(first?.id ?? 0);
    expect([ring.reserve(100)?.at, ring.reserve(1), ring.usedBytes()]).toEqual([0, null, 100]);
  });

  it('touches only about twice the memory in use, regardless of its size', () => {
    const ring = createSharedRing(1_000_000);
    const held: RingRoom[] = [];
    let furthest = 0;
    for (let step = 0; step < 5_000; step++) {
      const room = ring.reserve(100 + (step % 50));
      if (room === null) throw new Error('no room');
      held.push(room);
      furthest = Math.max(furthest, room.at + room.bytes.length);
      if (held.length > 40) ring.release(held.shift()?.id ?? 0);
    }
    expect(furthest).toBeLessThan(3 * 40 * 150);
  });

  it('returns null for length 0, beyond its size, and for a ring of size 0', () => {
    expect([
      createSharedRing(10).reserve(0),
      createSharedRing(10).reserve(11),
      createSharedRing(0).reserve(1),
    ]).toEqual([null, null, null]);
  });

  it('never reserves a byte twice, and frees everything in the end', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            length: fc.integer({ min: 1, max: 40 }),
            releases: fc.array(fc.nat(20), { maxLength: 3 }),
          }),
          { maxLength: 60 },
        ),
        (steps) => {
          const ring = createSharedRing(128);
          const held: RingRoom[] = [];
          for (const { length, releases } of steps) {
            const room = ring.reserve(length);
            if (room !== null) {
              for (const other of held)
                expect(
                  room.at >= other.at + other.bytes.length ||
                    other.at >= room.at + room.bytes.length,
                ).toBe(true);
              expect(room.at + length).toBeLessThanOrEqual(128);
              held.push(room);
            }
            for (const which of releases) {
              const [gone] = held.splice(which % Math.max(1, held.length), 1);
              if (gone === undefined) continue;
              ring.release(gone.id);
              ring.release(gone.id);
            }
            expect(ring.usedBytes()).toBe(held.reduce((sum, one) => sum + one.bytes.length, 0));
          }
          for (const { id } of held) ring.release(id);
          expect([ring.usedBytes(), ring.reserve(128)?.at]).toEqual([0, 0]);
        },
      ),
    );
  });
});
