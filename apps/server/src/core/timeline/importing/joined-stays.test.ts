import { describe, expect, it } from 'vitest';
import { decodeFrameList, encodeFrameList } from './frame-list.ts';
import { joinStays } from './imported-stays.ts';

const START_US = 1_760_000_003_250_000;

describe('frame list', () => {
  it('frame identities survive encoding, even in concatenated lists', () => {
    const slot = Math.floor(START_US / 1e7);
    const frames = [
      { deviceTimeUs: slot * 1e7, sequence: 0 },
      { deviceTimeUs: slot * 1e7 + 9_999_999, sequence: 4_294_967_295 },
    ];
    expect(
      decodeFrameList(
        slot,
        Buffer.concat([encodeFrameList(slot, frames), encodeFrameList(slot, frames.slice(1))]),
      ),
    ).toEqual([...frames, frames[1]]);
    expect(
      decodeFrameList(-3, encodeFrameList(-3, [{ deviceTimeUs: -25e6, sequence: 1 }])),
    ).toEqual([{ deviceTimeUs: -25e6, sequence: 1 }]);
  });
});

describe('joinStays', () => {
  const stay = (roomId: string | null, fromUs: number, toUs: number | null, serial = 'A') => ({
    rootDomainId: 'root',
    serial,
    roomId,
    fromUs,
    toUs,
  });

  it.each<[string, ReturnType<typeof stay>[], ReturnType<typeof stay>[]]>([
    ['separate', [stay('a', 0, 5), stay('a', 6, 9)], [stay('a', 0, 5), stay('a', 6, 9)]],
    ['overlapping', [stay('a', 0, 5), stay('a', 3, 9)], [stay('a', 0, 9)]],
    ['nested', [stay('a', 0, 9), stay('a', 3, 5)], [stay('a', 0, 9)]],
    ['touching', [stay('a', 0, 5), stay('a', 5, 9)], [stay('a', 0, 9)]],
    ['an open-ended first', [stay('a', 0, null), stay('a', 5, 9)], [stay('a', 0, null)]],
    ['an open-ended second', [stay('a', 0, 5), stay('a', 3, null)], [stay('a', 0, null)]],
    ['of two rooms', [stay('a', 0, 5), stay('b', 3, 9)], [stay('a', 0, 5), stay('b', 3, 9)]],
    ['in no room', [stay(null, 0, 5), stay(null, 5, 9)], [stay(null, 0, 5), stay(null, 5, 9)]],
    [
      'of two devices',
      [stay('a', 0, 5), stay('a', 3, 9, 'B')],
      [stay('a', 0, 5), stay('a', 3, 9, 'B')],
    ],
  ])('merges overlapping stays only: %s', (_, given, joined) => {
    expect(joinStays(given)).toEqual(joined);
    expect(joinStays(given.toReversed())).toEqual(joined);
  });
});
