import { addDaysTo, zonedDate, zonedMoment } from '../../../ui/clock/zone-time.ts';

/** The moment of a night at which clocks of the zone show a time, `02:10`; null where the night has none. */
export function momentInNight(time: string, night: { readonly from: Date; readonly to: Date }, timeZone: string): number | null {
  const date = zonedDate(night.from.getTime(), timeZone);
  const found = [date, addDaysTo(date, 1)].map((day) => zonedMoment(day, time, timeZone)).find((atMs) => atMs >= night.from.getTime() && atMs <= night.to.getTime());
  return found ?? null;
}
