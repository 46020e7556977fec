import { daysLater, localDate, fromLocalTime } from '@yamori/domain';

/**
 * The moment of a night at which clocks of the zone show a time, `02:10`; null where the night has
 * none.
 */
export function momentInNight(
  time: string,
  night: { readonly from: Date; readonly to: Date },
  timeZone: string,
): number | null {
  const date = localDate(night.from.getTime(), timeZone);
  const found = [date, daysLater(date, 1)]
    .map((day) => fromLocalTime(`${day}T${time}:00`, timeZone))
    .find((atMs) => atMs >= night.from.getTime() && atMs <= night.to.getTime());
  return found ?? null;
}
