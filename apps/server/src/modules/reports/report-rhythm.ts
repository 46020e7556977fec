import { daysLater, fromLocalTime, localDate, type ReportRhythm } from '@yamori/domain';

const HOUR = '08:00:00';
const [MONDAY, DAYS_LOOKED_AT] = [1, 63];

/**
 * The next Monday or first of a month after a moment, at eight in the morning by the clocks of a
 * zone.
 */
export function nextReportAt(every: ReportRhythm, after: Date, timeZone: string): Date {
  const today = localDate(after.getTime(), timeZone);
  for (let days = 0; days < DAYS_LOOKED_AT; days += 1) {
    const date = daysLater(today, days);
    const at = fromLocalTime(`${date}T${HOUR}`, timeZone);
    const isDay =
      every === 'week'
        ? new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY
        : date.endsWith('-01');
    if (isDay && at > after.getTime()) return new Date(at);
  }
  throw new Error('there is a first of a month within two months');
}
