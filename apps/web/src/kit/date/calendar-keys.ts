import { addDays, addMonths, getWeekday, type CalendarDay } from './calendar-day.ts';

/**
 * Where a key leads in a calendar; null for keys that lead nowhere. Sunday is the first of a week.
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
