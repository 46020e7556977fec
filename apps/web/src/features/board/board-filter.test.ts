import { describe, expect, it } from 'vitest';
import { isUnfiltered, collectFacets, parseFilter, matches } from './board-filter.ts';
import { anAccident, aLive } from '../../shared/room-state/testing/live-builder.ts';
import { aRoom } from './testing/room-builders.ts';

describe('board filter', () => {
  it('asks nothing of an empty address', () => {
    expect(isUnfiltered(parseFilter({}))).toBe(true);
    expect(parseFilter({}).sort).toBe('attention');
  });

  it('ignores values that no filter knows', () => {
    const filter = parseFilter({ presence: 'flying', sleep: 'x', fault: 'y', sort: 'z' });
    expect(isUnfiltered(filter)).toBe(true);
    expect(filter.sort).toBe('attention');
  });

  it.each([
    [{ presence: 'outOfBed' }, ['b']],
    [{ floor: '3階' }, ['b', 'c']],
    [{ tag: '転倒注意' }, ['a']],
    [{ fault: 'undeployed' }, ['c']],
    [{ accident: '1' }, ['a']],
    [{ q: '１０１' }, ['a']],
    [{ q: '本館 佐藤' }, ['a']],
    [{ floor: '3階', presence: 'outOfBed' }, ['b']],
    [{ q: 'なし' }, []],
  ])('lets through what %j asks for', (address, expected) => {
    const rooms = [
      aRoom('a', {
        name: '101号室',
        building: '本館',
        floor: '1階',
        tags: ['転倒注意'],
        occupant: { alias: '佐藤様', sex: 'female', birthYear: 1930, note: '' },
        live: aLive({ accidents: [anAccident()] }),
      }),
      aRoom('b', { name: '301号室', floor: '3階', live: aLive({ presence: 'outOfBed' }) }),
      aRoom('c', { name: '302号室', floor: '3階', live: null }),
    ];
    expect(
      rooms
        .filter((room) => matches(room, parseFilter(address)))
        .map((room) => room.documentReferenceId),
    ).toEqual(expected);
  });

  it('offers what the rooms have, in reading order', () => {
    const rooms = [
      aRoom('a', { floor: '10階', tags: ['い'] }),
      aRoom('b', { floor: '2階', tags: ['あ', 'い'] }),
      aRoom('c', { floor: '' }),
    ];
    expect(collectFacets(rooms)).toEqual({
      buildings: [],
      floors: ['2階', '10階'],
      tags: ['あ', 'い'],
    });
  });
});
