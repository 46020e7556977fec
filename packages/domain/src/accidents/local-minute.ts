import { utcOffsetMinutes } from '../time/zone-time.ts';

/** Local minutes since midnight, 0 to 1439. */
export type ToLocalMinute = (atMs: number) => number;

const MINUTE_MS = 60_000;
/** UTC offsets change only on quarter hours. */
const OFFSET_HOLDS_MS = 15 * MINUTE_MS;

/**
 * Creates a converter for a time zone. An unknown zone counts as Japan, the default of every
 * organisation.
 */
export function createLocalMinutes(timeZone: string): ToLocalMinute {
  let known = { fromMs: Number.NaN, offsetMinutes: 0 };
  return (atMs) => {
    const fromMs = Math.floor(atMs / OFFSET_HOLDS_MS) * OFFSET_HOLDS_MS;
    if (fromMs !== known.fromMs)
      known = { fromMs, offsetMinutes: utcOffsetMinutes(fromMs, timeZone) };
    const minute = (Math.floor(atMs / MINUTE_MS) + known.offsetMinutes) % 1440;
    return minute < 0 ? minute + 1440 : minute;
  };
}
