import { describe, expect, it } from 'vitest';
import { attentionEntries } from './attention-list.ts';
import { orderedIds, parseFilter } from './board-filter.ts';
import { heldIds } from './board-list.ts';
import {
  aGoing,
  anAccident,
  aLive,
  aRing,
  NIGHT,
} from '../../shared/room-state/testing/live-builder.ts';
import { aRoom } from './testing/room-builders.ts';

const minutesBefore = (minutes: number): Date => new Date(NIGHT.getTime() - minutes * 60_000);
const now = NIGHT.getTime();

const rooms = [
  aRoom('calm-2', { name: '2' }),
  aRoom('calm-10', { name: '10' }),
  aRoom('short-walk', { live: aLive({ presence: 'outOfBed', presenceSince: minutesBefore(3) }) }),
  aRoom('long-walk', { live: aLive({ presence: 'outOfBed', presenceSince: minutesBefore(20) }) }),
  aRoom('silent', { live: aLive({ fault: 'deviceOffline', faultSince: minutesBefore(1) }) }),
  aRoom('call-late', { live: aLive({ call: aRing(minutesBefore(1)) }) }),
  aRoom('call-early', { live: aLive({ call: aRing(minutesBefore(4)) }) }),
  aRoom('accident', { live: aLive({ accidents: [anAccident()] }) }),
];

describe('order of the board', () => {
  it('puts the most urgent room first; among equals, the one that has waited longest', () => {
    expect(orderedIds(rooms, parseFilter({}), now)).toEqual([
      'accident',
      'call-early',
      'call-late',
      'long-walk',
      'silent',
      'short-walk',
      'calm-2',
      'calm-10',
    ]);
  });

  it('moves a walk up once it has become long', () => {
    expect(orderedIds(rooms, parseFilter({}), now + 13 * 60_000).indexOf('short-walk')).toBe(4);
  });

  it('reads numbers in names as numbers', () => {
    expect(orderedIds(rooms.slice(0, 2), parseFilter({ sort: 'name' }), now)).toEqual([
      'calm-2',
      'calm-10',
    ]);
  });

  it('puts rooms without a current figure last', () => {
    const measured = [
      aRoom('old', {
        live: aLive({ heartRate: { value: 120, at: minutesBefore(5), certainty: 1 } }),
      }),
      aRoom('slow'),
      aRoom('fast', { live: aLive({ heartRate: { value: 88, at: NIGHT, certainty: 1 } }) }),
    ];
    expect(orderedIds(measured, parseFilter({ sort: 'heartRate' }), now)).toEqual([
      'fast',
      'slow',
      'old',
    ]);
  });

  it('keeps the places while the user interacts with the list', () => {
    expect(heldIds(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd']);
  });

  it('lists a response of half an hour before a long absence, and no other rooms with a responder', () => {
    const going = [
      aRoom('goes', { live: aLive({ call: aGoing('a', minutesBefore(29)) }) }),
      aRoom('long-walk', {
        live: aLive({ presence: 'outOfBed', presenceSince: minutesBefore(60) }),
      }),
      aRoom('forgotten', { live: aLive({ call: aGoing('b', minutesBefore(30)) }) }),
      aRoom('forgotten-fall', {
        live: aLive({
          accidents: [
            anAccident({
              state: 'acknowledged',
              acknowledgedAt: minutesBefore(31),
              raisedAt: minutesBefore(50),
            }),
          ],
        }),
      }),
      aRoom('arrived', {
        live: aLive({
          accidents: [
            anAccident({
              state: 'arrived',
              acknowledgedAt: minutesBefore(28),
              raisedAt: minutesBefore(50),
            }),
          ],
        }),
      }),
    ];
    expect(
      attentionEntries(going, now).map(
        ({ room, attention }) => `${room.documentReferenceId} ${attention.reason}`,
      ),
    ).toEqual([
      'forgotten-fall forgotten',
      'forgotten forgotten',
      'long-walk outOfBedLong',
      'goes answering',
      'arrived answering',
    ]);
  });

  it('lists only rooms that need attention', () => {
    expect(attentionEntries(rooms, now).map(({ room }) => room.documentReferenceId)).toEqual([
      'accident',
      'call-early',
      'call-late',
      'long-walk',
      'silent',
    ]);
  });
});
