import { daysLater, fromLocalTime, localDate } from '@yamori/domain';

/** `2026-11-21` as fields of dates have it. */
export const fieldDay = (date: string): string => date.replaceAll('-', '/');
const isoDay = (field: string): string => field.replaceAll('/', '-');

/** Midnight on which a day begins there. @param field `2026/11/21` */
export const dayBegins = (field: string, timeZone: string): number =>
  fromLocalTime(`${isoDay(field)}T00:00:00`, timeZone);

/** Midnight on which a day is over there: what lasts until the 21st lasts on the 21st. */
export const dayEnds = (field: string, timeZone: string): number =>
  fromLocalTime(`${daysLater(isoDay(field), 1)}T00:00:00`, timeZone);

/** The last day of what ends at a moment. */
export const lastDay = (untilMs: number, timeZone: string): string =>
  localDate(untilMs - 1, timeZone);
