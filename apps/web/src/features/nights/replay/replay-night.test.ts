import { describe, expect, it } from 'vitest';
import {
  findBedtime,
  getMoment,
  findNeighbour,
  roomReplay,
  type ReplayedNight,
} from './replay-night.ts';

/**
 * From 21:00 in Tokyo: unknown for an hour, awake for half an hour, asleep for two, out of bed for
 * five minutes, asleep for an hour.
 */
const FROM = new Date('2026-11-20T12:00:00Z');
const at = (minutes: number): Date => new Date(FROM.getTime() + minutes * 60_000);
const night: ReplayedNight = {
  night: '2026-11-20',
  from: FROM,
  to: at(300),
  epochs: [
    ...fill('missing', 60),
    ...fill('wake', 30),
    ...fill('asleep', 120),
    ...fill('wake', 5),
    ...fill('asleep', 60),
  ],
  presence: [
    { state: 'unknown', epochs: 120 },
    { state: 'inBed', epochs: 300 },
    { state: 'outOfBed', epochs: 10 },
    { state: 'inBed', epochs: 120 },
  ],
  events: [
    { kind: 'bedExit', from: at(210), to: at(215) },
    { kind: 'apnea', from: at(100), to: at(101) },
    { kind: 'movement', from: at(70), to: at(71) },
  ],
  edits: [],
  trends: { heartRate: Array.from({ length: 300 }, (_, minute) => minute), respirationRate: [] },
};
function fill(value: 'asleep' | 'missing' | 'wake', minutes: number): (typeof value)[] {
  return Array.from({ length: 2 * minutes }, () => value);
}

const accident = { kind: 'fall', raisedAt: at(212) } as Parameters<typeof roomReplay>[2][number];
const room = roomReplay({ id: 'r', name: '201' }, night, [accident]);
const momentAt = (minutes: number, of = room) => getMoment(of, at(minutes).getTime());

describe('a room at a moment of its night', () => {
  it.each([
    [-5, 'noRecord'],
    [30, 'unknown'],
    [75, 'awake'],
    [150, 'asleep'],
    [212, 'outOfBed'],
    [220, 'asleep'],
    [290, 'unknown'],
    [310, 'noRecord'],
  ])('the state after %d min is %s', (minutes, state) => {
    expect(momentAt(minutes).state).toBe(state);
  });

  it('rates are those of the minute, and null out of bed or where none was measured', () => {
    expect(momentAt(150)).toMatchObject({ heartRate: 150, respirationRate: null });
    expect(momentAt(212).heartRate).toBeNull();
    expect(momentAt(-5).heartRate).toBeNull();
  });

  it('events stay visible long enough, and the most severe of several wins', () => {
    expect(momentAt(103).happening?.kind).toBe('apnea');
    expect(momentAt(104).happening).toBeNull();
    expect(momentAt(211).happening?.kind).toBe('bedExit');
    expect(momentAt(213).happening).toMatchObject({ kind: 'accident', accident: 'fall' });
    expect(momentAt(70.5).happening).toBeNull();
  });

  it('staff corrections apply', () => {
    const edits = [
      {
        id: 'e',
        from: at(140),
        to: at(160),
        change: { kind: 'stage' as const, stage: 'wake' as const },
        editedBy: 'u',
        editedAt: at(300),
        undone: false,
      },
    ];
    expect(momentAt(150, roomReplay({ id: 'r', name: '201' }, { ...night, edits }, [])).state).toBe(
      'awake',
    );
  });

  it('a room without a night has no state', () => {
    expect(momentAt(150, roomReplay({ id: 'x', name: '202' }, undefined, []))).toEqual({
      state: 'noRecord',
      heartRate: null,
      respirationRate: null,
      happening: null,
    });
  });
});

describe('a floor', () => {
  const other = roomReplay(
    { id: 's', name: '203' },
    {
      ...night,
      presence: [
        { state: 'unknown', epochs: 40 },
        { state: 'inBed', epochs: 100 },
      ],
    },
    [],
  );

  it('bedtime spans the first in bed to the last', () => {
    expect(findBedtime([room, other])).toEqual({
      fromMs: at(15).getTime(),
      toMs: at(285).getTime(),
    });
    expect(findBedtime([roomReplay({ id: 'x', name: '202' }, undefined, [])])).toBeNull();
  });

  it('next and previous step from event to event', () => {
    expect(findNeighbour([other, room], at(120).getTime(), 1)).toBe(at(210).getTime());
    expect(findNeighbour([other, room], at(210).getTime(), 1)).toBe(at(212).getTime());
    expect(findNeighbour([other, room], at(210).getTime(), -1)).toBe(at(100).getTime());
    expect(findNeighbour([other, room], at(290).getTime(), 1)).toBeNull();
  });
});
