import type { RoomLive } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { anAccident, aRing } from '../../../shared/room-state/testing/live-builder.ts';
import type { Room } from '../room-store.ts';
import { orderWall, readWallFilter, wallFacets } from './wall-filter.ts';

const NOW = Date.parse('2026-11-21T02:00:00Z');
const ago = (minutes: number): Date => new Date(NOW - minutes * 60_000);

const aLive = (more: Partial<RoomLive> = {}): RoomLive => ({
  presence: 'inBed',
  presenceSince: ago(60),
  sleepState: 'asleep',
  sleepStateSince: ago(30),
  heartRate: null,
  respirationRate: null,
  temperature: null,
  doubts: { heartRate: null, respirationRate: null },
  measures: ['heartRate', 'respirationRate', 'temperature'],
  posture: 'supine',
  postureAt: null,
  openAccidents: 0,
  accidents: [],
  lastFrameAt: ago(0),
  fault: 'none',
  faultSince: ago(60),
  faultSerial: null,
  ...more,
});
const aRoom = (name: string, floor: string, live: RoomLive | null = aLive()): Room => ({
  domainId: 'd',
  rootDomainId: 'd',
  name,
  building: '',
  floor,
  tags: [],
  capacity: 1,
  occupant: null,
  deviceSerials: [],
  sharedWith: [],
  viewId: null,
  archivedAt: null,
  parameterOverrides: {},
  live,
  documentReferenceId: name,
  documentPath: `room/${name}`,
  updatedAt: ago(0),
});

describe('the wall', () => {
  it('reads its address and forgives nonsense', () => {
    expect(readWallFilter({ floor: '2', sort: 'sideways', page: '-3' })).toEqual({
      building: '',
      floor: '2',
      sort: 'attention',
      page: 1,
    });
    expect(readWallFilter({ sort: 'name', page: '2' })).toMatchObject({ sort: 'name', page: 2 });
  });

  it('puts falls first, then calls, then who is out of bed, then calm rooms by name', () => {
    const rooms = [
      aRoom('10', '1'),
      aRoom('9', '1'),
      aRoom('3', '1', aLive({ presence: 'outOfBed', presenceSince: ago(40) })),
      aRoom('7', '1', aLive({ accidents: [anAccident()] })),
      aRoom('8', '1', aLive({ accidents: [aRing(ago(1))] })),
      aRoom('5', '1', aLive({ accidents: [aRing(ago(4))] })),
    ];
    expect(orderWall(rooms, readWallFilter({}), NOW)).toEqual([
      'room/7',
      'room/5',
      'room/8',
      'room/3',
      'room/9',
      'room/10',
    ]);
  });

  it('keeps names in reading order when asked', () => {
    const rooms = [aRoom('10', '1', aLive({ accidents: [aRing(ago(1))] })), aRoom('9', '2')];
    expect(orderWall(rooms, readWallFilter({ sort: 'name' }), NOW)).toEqual(['room/9', 'room/10']);
    expect(orderWall(rooms, readWallFilter({ floor: '1' }), NOW)).toEqual(['room/10']);
    expect(wallFacets(rooms)).toEqual({ buildings: [], floors: ['1', '2'] });
  });
});
