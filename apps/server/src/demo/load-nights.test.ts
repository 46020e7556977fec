import { daysLater } from '@yamori/domain';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { occupiedRooms } from './places.ts';
import { loadDemoNights, type DemoNightLoaderOptions, type ShippedNight } from './load-nights.ts';

const ROOMS = occupiedRooms().map(({ roomId }) => roomId);
const MONTH = 30;
/** Enough for everything but the whole month, which takes seconds to unpack. */
const NIGHTS = 5;
const IN_JAPAN = { timeZone: 'Asia/Tokyo', nightStartsAt: '12:00' };

/** Stored nights by room, and a loader that writes to them. */
function fixture(startedAt: string, { zone = IN_JAPAN, nights = NIGHTS } = {}) {
  const stored = new Map<string, ShippedNight>();
  const options = (now: string, more: Partial<DemoNightLoaderOptions> = {}) => ({
    nights,
    log: pino({ level: 'silent' }),
    now: () => new Date(now),
    startedAt: async () => new Date(startedAt),
    readZone: async () => zone,
    readNightNames: async (roomId: string) =>
      new Set(
        [...stored.values()].flatMap(({ key }) => (key.roomId === roomId ? [key.night] : [])),
      ),
    load: async (nights: readonly ShippedNight[]) => {
      for (const night of nights) stored.set(`${night.key.roomId} ${night.key.night}`, night);
      return nights.length;
    },
    ...more,
  });
  return {
    stored,
    load: (now = startedAt, more: Partial<DemoNightLoaderOptions> = {}) =>
      loadDemoNights(options(now, more), new AbortController().signal),
  };
}

const nightsUpTo = (last: string, nights: number): string[] =>
  Array.from({ length: nights }, (_, index) => daysLater(last, index - nights + 1));

describe('loading the shipped nights', () => {
  it.each([
    [MONTH, 'an ordinary afternoon', '2026-11-24T06:00:00Z', '2026-11-23'],
    [NIGHTS, 'the last evening of a month', '2026-11-30T14:50:00Z', '2026-11-29'],
    [NIGHTS, 'the first morning of a year', '2026-12-31T15:30:00Z', '2026-12-30'],
    [NIGHTS, '29 February', '2028-02-29T05:00:00Z', '2028-02-28'],
    [NIGHTS, 'the day after 29 February', '2028-03-01T05:00:00Z', '2028-02-29'],
  ])('fills the %i nights before %s', async (count, _, now, last) => {
    const { stored, load } = fixture(now, { nights: count });
    expect(await load()).toBe(ROOMS.length * count);
    for (const roomId of ROOMS) {
      const nights = [...stored.values()].filter(({ key }) => key.roomId === roomId);
      expect(nights.map(({ key }) => key.night).toSorted()).toEqual(nightsUpTo(last, count));
      expect(new Set(nights.map(({ fields }) => JSON.stringify(fields['metrics']))).size).toBe(
        count,
      );
    }
    for (const { bounds, key, sensors } of stored.values()) {
      expect(new Date(bounds.fromMs).toISOString()).toBe(`${key.night}T03:00:00.000Z`);
      expect(new Date(sensors.fromMs).toISOString()).toBe(`${key.night}T11:00:00.000Z`);
    }
  });

  it('loads the newest nights first', async () => {
    const { load } = fixture('2026-11-24T06:00:00Z');
    const order: string[] = [];
    await load(undefined, {
      load: async (nights) => {
        order.push(...nights.map(({ key }) => key.night));
        return nights.length;
      },
    });
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('writes nothing the second time', async () => {
    const { load } = fixture('2026-11-24T06:00:00Z');
    await load();
    expect(await load()).toBe(0);
  });

  it('fills the days between two starts and leaves earlier nights unchanged', async () => {
    const { stored, load } = fixture('2026-11-24T06:00:00Z');
    await load();
    const before = new Map(stored);
    expect(await load('2026-11-27T06:00:00Z')).toBe(ROOMS.length * 3);
    for (const [name, night] of before) expect(stored.get(name)).toBe(night);
  });

  it('completes a start that was killed', async () => {
    const whole = fixture('2026-11-24T06:00:00Z');
    await whole.load();
    const { stored, load } = fixture('2026-11-24T06:00:00Z');
    let transactions = 0;
    const killed = load(undefined, {
      load: async (nights) => {
        transactions += 1;
        if (transactions > 2) throw new Error('killed');
        for (const night of nights) stored.set(`${night.key.roomId} ${night.key.night}`, night);
        return nights.length;
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const left = ROOMS.length * NIGHTS - stored.size;
    expect(await load('2026-11-24T09:00:00Z')).toBe(left);
    expect([...stored.keys()].toSorted()).toEqual([...whole.stored.keys()].toSorted());
  });

  it('skips a home in another time zone', async () => {
    const elsewhere = { timeZone: 'Europe/Berlin', nightStartsAt: '12:00' };
    expect(await fixture('2026-11-24T06:00:00Z', { zone: elsewhere }).load()).toBe(0);
    const later = { timeZone: 'Asia/Tokyo', nightStartsAt: '18:00' };
    expect(await fixture('2026-11-24T06:00:00Z', { zone: later }).load()).toBe(0);
  });
});
