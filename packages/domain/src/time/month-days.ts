import { daysLater, fromLocalTime, localDate } from './zone-time.ts';

/** A local date and its interval [fromMs, toMs): 23 or 25 hours long when clocks change. */
export type MonthDay = { readonly day: string; readonly fromMs: number; readonly toMs: number };

/**
 * Days of a month in a time zone.
 * @param month `2026-11`
 */
export function monthDays(month: string, timeZone: string): MonthDay[] {
  const days: MonthDay[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = daysLater(day, 1)) {
    days.push({
      day,
      fromMs: fromLocalTime(`${day}T00:00:00`, timeZone),
      toMs: fromLocalTime(`${daysLater(day, 1)}T00:00:00`, timeZone),
    });
  }
  return days;
}

/** Local month of a time, as `2026-11`. */
export const monthAt = (atMs: number, timeZone: string): string =>
  localDate(atMs, timeZone).slice(0, 7);

/** @param count months to add; may be negative */
export function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
