import { addDays, addMonths, getWeekday, type CalendarDay } from './calendar-day.ts';

/**
 * Target day for a navigation key in a calendar; null for any other key. Home and End move to the
 * first and last day of the week, which begins on Sunday. Page Up and Down move by a month, with
 * Shift by a year.
 */
export function dayAfterKey(day: CalendarDay, key: string, shift: boolean): CalendarDay | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -getWeekday(day));
    case 'End':
      return addDays(day, 6 - getWeekday(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}
