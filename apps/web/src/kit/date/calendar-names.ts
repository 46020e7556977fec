import { toUtcDate, type CalendarDay } from './calendar-day.ts';

/** Localised names of months and weekdays, from `Intl`: 2026年11月, 日 月 火. */
export type CalendarNames = {
  readonly month: (day: CalendarDay) => string;
  /** With the day of the week, for screen readers. */
  readonly day: (day: CalendarDay) => string;
  readonly weekdays: readonly { readonly short: string; readonly long: string }[];
};

/** Any Sunday, to derive the names of weekdays. */
const SUNDAY: CalendarDay = { year: 2026, month: 11, day: 15 };

export function calendarNames(language: string): CalendarNames {
  const format = (options: Intl.DateTimeFormatOptions): ((day: CalendarDay) => string) => {
    const names = new Intl.DateTimeFormat(language, {
      ...options,
      timeZone: 'UTC',
      calendar: 'gregory',
    });
    return (day) => names.format(toUtcDate(day));
  };
  const [short, long] = [format({ weekday: 'short' }), format({ weekday: 'long' })];
  const week = Array.from({ length: 7 }, (_, index) => ({ ...SUNDAY, day: SUNDAY.day + index }));
  return {
    month: format({ year: 'numeric', month: 'long' }),
    day: format({ dateStyle: 'full' }),
    weekdays: week.map((day) => ({ short: short(day), long: long(day) })),
  };
}
