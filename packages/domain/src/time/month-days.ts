import { daysLater, fromLocalTime, localDate } from './zone-time.ts';

/** A day by its local date, [fromMs, toMs): 23 or 25 hours long where clocks change. */
export type MonthDay = { readonly day: string; readonly fromMs: number; readonly toMs: number };

/** Days of a month as the clocks of a zone count them. @param month `2026-11` */
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

/** The month that a moment belongs to. */
export const monthAt = (atMs: number, timeZone: string): string =>
  localDate(atMs, timeZone).slice(0, 7);

/** @param count months on, or back where it is below zero */
export function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
