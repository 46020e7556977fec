import { daysInMonth, isDateText, isDay } from '@yamori/domain';

/** A day of the calendar, without a time and a time zone. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** `2026/11/21`, as fields of dates keep it; null for anything else. */
export function dayOfText(text: string): CalendarDay | null {
  if (!isDateText(text)) return null;
  const [year = 0, month = 0, day = 0] = text.split('/').map(Number);
  return { year, month, day };
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const joined = ({ year, month, day }: CalendarDay, between: string): string =>
  [digits(year, 4), digits(month, 2), digits(day, 2)].join(between);

export const textOfDay = (day: CalendarDay): string => joined(day, '/');

/** `2026-11-21`, as documents and addresses keep it. */
export const isoOfDay = (day: CalendarDay): string => joined(day, '-');

export const sameDay = (one: CalendarDay | null, other: CalendarDay | null): boolean =>
  one !== null && other !== null && compareDays(one, other) === 0;

/** Below zero when the first is earlier. */
export const compareDays = (one: CalendarDay, other: CalendarDay): number =>
  one.year - other.year || one.month - other.month || one.day - other.day;

/** The day as a moment of UTC, for the machine's calendar and its names. */
export function utcOfDay({ year, month, day }: CalendarDay): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Where the clock on the wall shows this moment. */
export const toLocalDay = (date: Date): CalendarDay => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
});

export function addDays(day: CalendarDay, count: number): CalendarDay {
  const date = utcOfDay({ ...day, day: day.day + count });
  return inCalendar(
    { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    day,
  );
}

/**
 * The same day of another month, or that month's last: 31 January and a month is 28 or 29 February.
 */
export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const months = day.year * 12 + day.month - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  return inCalendar({ year, month, day: Math.min(day.day, daysInMonth(year, month)) }, day);
}

/** Fields take four digits of a year. */
const inCalendar = (day: CalendarDay, otherwise: CalendarDay): CalendarDay =>
  day.year <= 9999 && isDay(day.year, day.month, day.day) ? day : otherwise;

/** 0 is Sunday, on which weeks start (specification, section 1). */
export const getWeekday = (day: CalendarDay): number => utcOfDay(day).getUTCDay();

const WEEKS_SHOWN = 6;

/**
 * Six weeks from the Sunday on or before the first of a month: a constant number, so that nothing
 * jumps.
 */
export function monthWeeks(year: number, month: number): CalendarDay[][] {
  const first = { year, month, day: 1 };
  const start = -getWeekday(first);
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => addDays(first, start + week * 7 + day)),
  );
}

export type DayLimits = { readonly min?: CalendarDay | null; readonly max?: CalendarDay | null };

export const isWithin = (day: CalendarDay, { min = null, max = null }: DayLimits): boolean =>
  (min === null || compareDays(day, min) >= 0) && (max === null || compareDays(day, max) <= 0);

export function nearestWithin(
  day: CalendarDay,
  { min = null, max = null }: DayLimits,
): CalendarDay {
  if (min !== null && compareDays(day, min) < 0) return min;
  return max !== null && compareDays(day, max) > 0 ? max : day;
}
