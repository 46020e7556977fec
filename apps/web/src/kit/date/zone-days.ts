import { daysLater, fromLocalTime, localDate } from '@yamori/domain';

/** Converts `2026-11-21` to the format of date fields. */
export const fieldDay = (date: string): string => date.replaceAll('-', '/');
const isoDay = (field: string): string => field.replaceAll('/', '-');

/** Midnight on which a day begins there. @param field `2026/11/21` */
export const dayBegins = (field: string, timeZone: string): number =>
  fromLocalTime(`${isoDay(field)}T00:00:00`, timeZone);

/** Midnight at the end of a day there: a range until the 21st includes the 21st. */
export const dayEnds = (field: string, timeZone: string): number =>
  fromLocalTime(`${daysLater(isoDay(field), 1)}T00:00:00`, timeZone);

/** The last day of a range that ends at this time. */
export const lastDay = (untilMs: number, timeZone: string): string =>
  localDate(untilMs - 1, timeZone);
