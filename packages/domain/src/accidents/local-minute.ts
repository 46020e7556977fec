import { utcOffsetMinutes } from '../time/zone-time.ts';

/** Minutes since midnight as clocks of a place show them. */
export type LocalMinuteOf = (atMs: number) => number;

const MINUTE_MS = 60_000;
/** Clocks change on the quarter of an hour at the oftenest. */
const OFFSET_HOLDS_MS = 15 * MINUTE_MS;

/** An unknown zone counts as Japan's, the default of every organisation. */
export function createLocalMinutes(timeZone: string): LocalMinuteOf {
  let known = { fromMs: Number.NaN, offsetMinutes: 0 };
  return (atMs) => {
    const fromMs = Math.floor(atMs / OFFSET_HOLDS_MS) * OFFSET_HOLDS_MS;
    if (fromMs !== known.fromMs)
      known = { fromMs, offsetMinutes: utcOffsetMinutes(fromMs, timeZone) };
    const minute = (Math.floor(atMs / MINUTE_MS) + known.offsetMinutes) % 1440;
    return minute < 0 ? minute + 1440 : minute;
  };
}
