import { describe, expect, it } from 'vitest';
import { createReplayFaces } from './replay-faces.ts';
import {
  getMoment,
  roomReplay,
  findSteadyInterval,
  type ReplayedNight,
  type RoomMoment,
} from './replay-night.ts';

const FROM = new Date('2026-11-20T12:00:00Z');
const at = (minutes: number): Date => new Date(FROM.getTime() + minutes * 60_000);
const atMs = (minutes: number): number => at(minutes).getTime();
/**
 * Asleep for an hour, out of bed for ten minutes, asleep again, with a call in the middle of an
 * epoch.
 */
const night: ReplayedNight = {
  night: '2026-11-20',
  from: FROM,
  to: at(120),
  epochs: Array.from({ length: 240 }, (_, epoch) =>
    epoch >= 120 && epoch < 140 ? 'wake' : 'asleep',
  ),
  presence: [
    { state: 'inBed', epochs: 120 },
    { state: 'outOfBed', epochs: 20 },
    { state: 'inBed', epochs: 100 },
  ],
  events: [{ kind: 'call', from: at(30.2), to: at(35.3) }],
  edits: [],
  trends: {
    heartRate: Array.from({ length: 120 }, (_, minute) => 60 + Math.floor(minute / 2)),
    respirationRate: [],
  },
};
const room = roomReplay({ id: 'r', name: '201' }, night, []);

function aFloor() {
  let due: (() => void) | null = null;
  const faces = createReplayFaces({ fromMs: FROM.getTime(), toMs: atMs(120) }, (onFrame) => {
    due = () => onFrame(0);
    return () => {
      due = null;
    };
  });
  /** @returns whether another frame was requested */
  const frame = (): boolean => {
    due?.();
    return due !== null;
  };
  const updates: { said: string[]; rates: (number | null)[]; shares: number[] } = {
    said: [],
    rates: [],
    shares: [],
  };
  const leave = faces.add(room, {
    say: ({ state, happening }) => updates.said.push(happening?.kind ?? state),
    rates: ({ heartRate }) => updates.rates.push(heartRate),
    played: (share) => updates.shares.push(share),
  });
  return { faces, told: updates, leave, frame };
}

describe('the tiles of a replay', () => {
  it('tiles are updated only on changes, however many frames are drawn', () => {
    const { faces, told } = aFloor();
    for (let nowMs = FROM.getTime(); nowMs < atMs(120); nowMs += 2000) faces.show(nowMs);
    expect(told.said).toEqual(['asleep', 'call', 'asleep', 'outOfBed', 'asleep']);
    expect(told.rates).toHaveLength(1 + 29 + 1 + 1 + 24);
    expect(told.shares).toHaveLength(201);
  });

  it('tiles show the same in both playing directions', () => {
    const { faces, told } = aFloor();
    for (const minutes of [31, 10, 65, 31, 119]) faces.show(atMs(minutes));
    expect(told.said).toEqual(['asleep', 'call', 'asleep', 'outOfBed', 'call', 'asleep']);
    expect(told.rates.at(-1)).toBe(119);
  });

  it('the line of a tile moves by whole pixels', () => {
    const { faces, told } = aFloor();
    faces.setCourseWidth(10);
    told.shares.length = 0;
    for (let minutes = 0; minutes <= 120; minutes++) faces.show(atMs(minutes));
    expect(told.shares).toHaveLength(10);
  });

  it('a removed tile gets no updates', () => {
    const { faces, told, leave } = aFloor();
    leave();
    faces.show(atMs(65));
    expect(told.said).toEqual(['asleep']);
  });
});

describe('a floor of many rooms', () => {
  it('updates spread fairly over several frames, even after the clock stops', () => {
    const { faces, frame } = aFloor();
    const counts = Array.from({ length: 25 }, () => 0);
    counts.forEach((_, index) =>
      faces.add(room, {
        say: () => undefined,
        played: () => undefined,
        rates: () => {
          counts[index] = (counts[index] ?? 0) + 1;
        },
      }),
    );
    const sum = (): number => counts.reduce((all, each) => all + each, 0);
    expect(sum()).toBe(25);
    faces.show(atMs(65));
    expect(sum()).toBeLessThanOrEqual(35);
    expect(frame()).toBe(true);
    expect(frame()).toBe(false);
    expect(counts.every((times) => times === 2)).toBe(true);
    faces.show(atMs(90));
    faces.stop();
    const before = sum();
    frame();
    expect(sum()).toBe(before);
  });
});

describe('an interval without changes', () => {
  it('the interval holds for every moment of a night', () => {
    const formatMoment = ({ state, heartRate, happening }: RoomMoment): string =>
      JSON.stringify([state, heartRate, happening?.kind]);
    for (let moment = atMs(-3); moment < atMs(123); moment += 7000) {
      const { fromMs, toMs } = findSteadyInterval(room, moment);
      expect(fromMs).toBeLessThanOrEqual(moment);
      expect(toMs).toBeGreaterThan(moment);
      expect([
        formatMoment(getMoment(room, fromMs)),
        formatMoment(getMoment(room, toMs - 1)),
      ]).toEqual([formatMoment(getMoment(room, moment)), formatMoment(getMoment(room, moment))]);
    }
  });
});
