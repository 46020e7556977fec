import { daysInMonth, isDateText, isDay } from '@yamori/domain';

/** A calendar day, without time and time zone. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** Parses `2026/11/21`, the format of date fields; null for anything else. */
export function parseCalendarDay(text: string): CalendarDay | null {
  if (!isDateText(text)) return null;
  const [year = 0, month = 0, day = 0] = text.split('/').map(Number);
  return { year, month, day };
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const joined = ({ year, month, day }: CalendarDay, between: string): string =>
  [digits(year, 4), digits(month, 2), digits(day, 2)].join(between);

export const formatCalendarDay = (day: CalendarDay): string => joined(day, '/');

/** `2026-11-21`, the format of documents and URLs. */
export const toIsoDay = (day: CalendarDay): string => joined(day, '-');

export const sameDay = (one: CalendarDay | null, other: CalendarDay | null): boolean =>
  one !== null && other !== null && compareDays(one, other) === 0;

/** Negative if the first is earlier. */
export const compareDays = (one: CalendarDay, other: CalendarDay): number =>
  one.year - other.year || one.month - other.month || one.day - other.day;

/** Midnight UTC of the day, for `Date` and `Intl`. */
export function toUtcDate({ year, month, day }: CalendarDay): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** The local day of a time. */
export const toLocalDay = (date: Date): CalendarDay => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
});

export function addDays(day: CalendarDay, count: number): CalendarDay {
  const date = toUtcDate({ ...day, day: day.day + count });
  return inCalendar(
    { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    day,
  );
}

/**
 * The same day of another month, or that month's last day: 31 January plus one month is 28 or 29
 * February.
 */
export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const months = day.year * 12 + day.month - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  return inCalendar({ year, month, day: Math.min(day.day, daysInMonth(year, month)) }, day);
}

/** Date fields accept years of four digits. */
const inCalendar = (day: CalendarDay, otherwise: CalendarDay): CalendarDay =>
  day.year <= 9999 && isDay(day.year, day.month, day.day) ? day : otherwise;

/** 0 is Sunday, on which weeks start (specification, section 1). */
export const getWeekday = (day: CalendarDay): number => toUtcDate(day).getUTCDay();

const WEEKS_SHOWN = 6;

/**
 * Six weeks from the Sunday on or before the first of the month. Always six, so that the calendar
 * keeps its height.
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
