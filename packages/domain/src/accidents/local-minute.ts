/** Minutes since midnight as clocks of a place show them. */
export type LocalMinuteOf = (atMs: number) => number;

const MINUTE_MS = 60_000;
/** Clocks change on the quarter of an hour at the oftenest. */
const OFFSET_HOLDS_MS = 15 * MINUTE_MS;

/** An unknown zone counts as Japan's, the default of every organisation. */
export function createLocalMinutes(timeZone: string): LocalMinuteOf {
  const format = formatOf(timeZone);
  let known = { fromMs: Number.NaN, offsetMinutes: 0 };
  return (atMs) => {
    const fromMs = Math.floor(atMs / OFFSET_HOLDS_MS) * OFFSET_HOLDS_MS;
    if (fromMs !== known.fromMs) known = { fromMs, offsetMinutes: offsetOf(format, fromMs) };
    const minute = (Math.floor(atMs / MINUTE_MS) + known.offsetMinutes) % 1440;
    return minute < 0 ? minute + 1440 : minute;
  };
}

/** Local time minus UTC, within a day. */
function offsetOf(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0) - (Math.floor(atMs / MINUTE_MS) % 1440);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { hourCycle: 'h23', hour: 'numeric', minute: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'Asia/Tokyo' });
    throw error;
  }
}
