import { describe, expect, it } from 'vitest';
import { nightCount, reportPeriodFault } from './report-period.ts';

describe('report periods', () => {
  it.each([
    ['2026-11-21', '2026-11-21', null],
    ['2026-01-01', '2027-01-01', null],
    ['2026-01-01', '2027-01-02', 'report-range-too-long'],
    ['2026-11-21', '2026-11-20', 'report-range-invalid'],
    ['1969-12-31', '1970-01-01', 'report-range-invalid'],
    ['2999-12-31', '3000-01-01', 'report-range-invalid'],
  ])('a period from %s to %s gives %s', (from, to, fault) =>
    expect(reportPeriodFault(from, to)).toBe(fault),
  );

  it('nightCount includes both ends, leap days and clock changes', () => {
    expect(nightCount('2028-02-28', '2028-03-01')).toBe(3);
    expect(nightCount('2026-03-28', '2026-03-30')).toBe(3);
  });
});
