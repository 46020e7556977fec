import { monthAt } from '@yamori/domain';
import { expect, it } from 'vitest';
import { demoRooms } from './rooms.ts';
import { fillDeviceMonths } from './months.ts';
import { NIGHTS_BACK } from '../modules/nights/analysis/night-scheduler.ts';

const DAY_MS = 86_400_000;
const TIME_ZONE = 'Asia/Tokyo';

async function filledOn(now: string) {
  const atMs: number[] = [];
  const stays: {
    readonly serial: string;
    readonly roomId: string | null;
    readonly atUs: number;
  }[] = [];
  const count = await fillDeviceMonths({
    now: () => new Date(now),
    timeZone: TIME_ZONE,
    stage: async (frames) =>
      void atMs.push(...frames.map(({ deviceTimeUs }) => deviceTimeUs / 1000)),
    place: async (stay) => void stays.push(stay),
    signal: new AbortController().signal,
  });
  return { count, atMs: atMs.toSorted((a, b) => a - b), stays };
}

it.each([
  '2026-11-01T03:00:00Z',
  '2026-11-06T03:00:00Z',
  '2026-11-24T03:00:00Z',
  '2027-01-31T15:00:00Z',
])('the months seeded until %s leave the analysed nights free', async (now) => {
  const { count, atMs } = await filledOn(now);
  expect(count).toBe(atMs.length);
  // A night begins at noon at the latest, and the scheduler looks back this many nights from the
  // last complete one.
  expect(Date.parse(now) - (atMs.at(-1) ?? Infinity)).toBeGreaterThan((NIGHTS_BACK + 1) * DAY_MS);
  expect(Date.parse(now) - (atMs.at(-1) ?? 0)).toBeLessThan((NIGHTS_BACK + 4) * DAY_MS);
});

it('seeding stores two whole months and the current one, with the stays of every device', async () => {
  const { atMs, stays } = await filledOn('2026-11-24T03:00:00Z');
  expect([...new Set(atMs.map((each) => monthAt(each, TIME_ZONE)))]).toEqual([
    '2026-09',
    '2026-10',
    '2026-11',
  ]);
  const devices = demoRooms('').flatMap((room) => room.devices);
  expect(new Set(stays.map(({ serial }) => serial))).toEqual(
    new Set(devices.map(({ serial }) => serial)),
  );
  for (const { serial, roomId } of devices)
    expect(stays.filter((stay) => stay.serial === serial).map((stay) => stay.roomId)).toEqual([
      roomId,
      null,
      roomId,
    ]);
  const [first] = stays;
  expect(Math.min(...atMs)).toBeGreaterThan((first?.atUs ?? Infinity) / 1000);
});
