import { daysLater, fromLocalTime, localDate, type ReportRhythm } from '@yamori/domain';

const HOUR = '08:00:00';
/** As `Date.getUTCDay` numbers it. */
const MONDAY = 1;
const DAYS_SEARCHED = 63;

/** Returns the next Monday or first of a month after `after`, at 8:00 local time. */
export function nextReportAt(every: ReportRhythm, after: Date, timeZone: string): Date {
  const today = localDate(after.getTime(), timeZone);
  for (let days = 0; days < DAYS_SEARCHED; days += 1) {
    const date = daysLater(today, days);
    const at = fromLocalTime(`${date}T${HOUR}`, timeZone);
    const isDay =
      every === 'week'
        ? new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY
        : date.endsWith('-01');
    if (isDay && at > after.getTime()) return new Date(at);
  }
  throw new Error(`no due date within ${DAYS_SEARCHED} days after ${after.toISOString()}`);
}
