import { describe, expect, it } from 'vitest';
import { cellTime, dateOrder, wallTimeText } from './time-cells.ts';

const wall = (cell: string, clock = '', dates: readonly string[] = [cell]): string | null => {
  const time = cellTime(cell, clock, dateOrder(dates, [clock]));
  return time === null ? null : wallTimeText(time.wallSeconds);
};

describe('cellTime', () => {
  it.each([
    ['2012-06-27T10:54:00Z', '', '2012-06-27T10:54:00'],
    ['2012-06-27 10:54:00.25', '', '2012-06-27T10:54:00.25'],
    ['2024-01-01 00:00:30+00:00', '', '2024-01-01T00:00:30'],
    ['2006/1/1', '', '2006-01-01T00:00:00'],
    ['6/27/2012', '10:54 AM', '2012-06-27T10:54:00'],
    ['6/27/2012', '12:05 a.m.', '2012-06-27T00:05:00'],
    ['6/27/2012', '12:05 PM', '2012-06-27T12:05:00'],
    ['24.01.2020', '09:05:30', '2020-01-24T09:05:30'],
    ['01/02/1918 09:00:00', '', '1918-02-01T09:00:00'],
    ['31/12/99', '', '2099-12-31T00:00:00'],
  ])('reads %s %s as %s', (cell, clock, expected) => {
    expect(wall(cell, clock)).toBe(expected);
  });

  it.each([
    '31/02/2020',
    '2020-13-01',
    '00:00',
    'soon',
    '',
    '2020-01-01 25:00',
    '2020-01-01 10:60',
    '1.5',
    '99999-1-1',
  ])('rejects %s', (cell) => {
    expect(wall(cell)).toBeNull();
  });

  it('takes the order of day and month from the whole column', () => {
    expect(wall('04/07/2015', '', ['04/07/2015', '13/07/2015'])).toBe('2015-07-04T00:00:00');
    expect(wall('04/07/2015', '', ['04/07/2015', '04/13/2015'])).toBe('2015-04-07T00:00:00');
    expect(wall('04/07/2015', '1:00 PM')).toBe('2015-04-07T13:00:00');
    expect(wall('04/07/2015', '13:00')).toBe('2015-07-04T13:00:00');
  });

  it('returns the UTC offset separately', () => {
    expect(cellTime('2020-01-01T09:00:00+09:00', '', 'yearFirst')).toEqual({
      wallSeconds: Date.UTC(2020, 0, 1, 9) / 1000,
      offsetSeconds: 32_400,
    });
    expect(cellTime('2020-01-01T09:00:00-0330', '', 'yearFirst')?.offsetSeconds).toBe(-12_600);
  });
});
