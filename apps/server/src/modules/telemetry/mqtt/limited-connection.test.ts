import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacketGuard } from './limited-connection.ts';

/** An MQTT packet with this many bytes after its fixed header. */
function packet(length: number): Uint8Array {
  const head = [0x30];
  let left = length;
  do {
    head.push((left % 128) | (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Uint8Array.from(head), new Uint8Array(length).fill(0xff)]);
}

function admitsAll(
  guard: ReturnType<typeof createPacketGuard>,
  bytes: Uint8Array,
  cuts: readonly number[],
): boolean {
  const places = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other),
    bytes.length,
  ];
  return places.slice(1).every((end, index) => guard.admits(bytes.subarray(places[index], end)));
}

describe('createPacketGuard', () => {
  it('admits packets up to the limit for any chunking, and not one byte more', () => {
    const lengths = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 16_000, max: 20_000 })),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(60_000), { maxLength: 12 }), (sizes, cuts) => {
        const bytes = Buffer.concat(sizes.map(packet));
        const largest = Math.max(...sizes);
        expect(admitsAll(createPacketGuard(largest), bytes, cuts)).toBe(true);
        if (largest > 0) expect(admitsAll(createPacketGuard(largest - 1), bytes, cuts)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('detects packet boundaries', () => {
    const bytes = Buffer.concat([packet(0), packet(3), packet(200)]);
    const ends = [2, 7, 7 + 203];
    for (let cut = 1; cut <= bytes.length; cut++) {
      const guard = createPacketGuard(1_000);
      expect(guard.isBetweenPackets()).toBe(true);
      guard.admits(bytes.subarray(0, cut));
      expect(guard.isBetweenPackets()).toBe(ends.includes(cut));
    }
  });

  it('rejects an unterminated length', () => {
    expect(createPacketGuard(2 ** 30).admits(Uint8Array.of(0x30, 255, 255, 255, 255, 255))).toBe(
      false,
    );
  });
});
