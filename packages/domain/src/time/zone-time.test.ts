import { describe, expect, it } from 'vitest';
import {
  daysLater,
  fromLocalTime,
  isTimeZone,
  knownZone,
  localDate,
  getNightDate,
  nightRange,
  utcOffsetMinutes,
} from './zone-time.ts';

describe('local times', () => {
  it.each([
    ['2026-11-21T22:00:00', 'Asia/Tokyo', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T22:00:00.250', 'Asia/Tokyo', '2026-11-21T13:00:00.250Z'],
    ['2026-07-01T22:00:00', 'Europe/Berlin', '2026-07-01T20:00:00.000Z'],
    ['2026-12-01T22:00:00', 'Europe/Berlin', '2026-12-01T21:00:00.000Z'],
    // A repeated hour gives its first occurrence, a skipped one the time after it.
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-11-21T22:00:00', 'Nowhere/Land', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T00:00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    ['1999-12-31T23:59:59', 'America/St_Johns', '2000-01-01T03:29:59.000Z'],
  ])('%s in %s is %s', (local, zone, utc) => {
    expect(new Date(fromLocalTime(local, zone)).toISOString()).toBe(utc);
  });

  it('zones with names are known, and others count as Japan', () => {
    expect(
      [
        'Asia/Tokyo',
        'UTC',
        'Asia/Kolkata',
        'Nowhere/Land',
        '',
        '+09:00',
        ' Asia/Tokyo',
        'Asia/Tokyo\n',
      ].map(isTimeZone),
    ).toEqual([true, true, true, false, false, false, false, false]);
    // Stored data no longer contains offsets; an old one is shown as it is calculated.
    expect(['Europe/Berlin', 'Nowhere/Land', '+05:00'].map(knownZone)).toEqual([
      'Europe/Berlin',
      'Asia/Tokyo',
      '+05:00',
    ]);
    expect(utcOffsetMinutes(0, knownZone('+05:00'))).toBe(utcOffsetMinutes(0, '+05:00'));
  });

  it('an invalid time gives NaN', () => {
    expect(fromLocalTime('yesterday', 'Asia/Tokyo')).toBeNaN();
  });

  it.each([
    ['2026-11-21T02:59:59Z', '12:00', '2026-11-20'],
    ['2026-11-21T03:00:00Z', '12:00', '2026-11-21'],
    ['2026-11-21T14:59:00Z', '12:00', '2026-11-21'],
    ['2026-11-21T20:00:00Z', '18:30', '2026-11-21'],
  ])('%s with nights from %s belongs to %s', (at, startsAt, night) => {
    expect(getNightDate(Date.parse(at), 'Asia/Tokyo', startsAt)).toBe(night);
  });

  it('nights divide time without gaps, even when clocks change', () => {
    expect(nightRange('2026-11-21', 'Asia/Tokyo', '12:00')).toEqual({
      fromMs: Date.parse('2026-11-21T03:00:00Z'),
      toMs: Date.parse('2026-11-22T03:00:00Z'),
    });
    const hours = ['2026-03-28', '2026-10-24', '2026-10-25'].map((night) => {
      const { fromMs, toMs } = nightRange(night, 'Europe/Berlin', '12:00');
      return (toMs - fromMs) / 3_600_000;
    });
    expect(hours).toEqual([23, 25, 24]);
    expect([daysLater('2026-12-31', 1), daysLater('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2026-02-28',
    ]);
  });

  it('localDate gives the local date', () => {
    expect([
      localDate(Date.parse('2026-11-20T15:00:00Z'), 'Asia/Tokyo'),
      localDate(Date.parse('2026-11-20T14:59:59Z'), 'Asia/Tokyo'),
    ]).toEqual(['2026-11-21', '2026-11-20']);
  });

  it.each(['2026-03-28', '2026-10-24'])(
    'getNightDate and nightRange agree when clocks change: %s',
    (night) => {
      const { fromMs, toMs } = nightRange(night, 'Europe/Berlin', '02:30');
      expect(
        [fromMs - 1, fromMs, toMs - 1, toMs].map((atMs) =>
          getNightDate(atMs, 'Europe/Berlin', '02:30'),
        ),
      ).toEqual([daysLater(night, -1), night, night, daysLater(night, 1)]);
    },
  );

  it.each([
    ['Asia/Tokyo', 540],
    ['Europe/Berlin', 60],
    ['America/St_Johns', -210],
  ])('%s is %i minutes ahead of UTC in winter', (zone, minutes) => {
    expect(utcOffsetMinutes(Date.parse('2026-12-01T00:00:00Z'), zone)).toBe(minutes);
  });
});
