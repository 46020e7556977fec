const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Creates a formatter with all parts of a local time.
 * @throws RangeError for an unknown zone
 */
const newFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/**
 * Cache: creating a formatter takes a millisecond, and a month of nights needs hundreds. Bounded by
 * the number of zones.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Accepts named zones only. An offset such as `+09:00` is rejected, because PostgreSQL reverses its
 * sign.
 */
export function isTimeZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(timeZone) && newFormat(timeZone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The zone used in calculations and texts. An unknown zone counts as Japan; an offset stored before
 * they were rejected counts as itself.
 */
export const knownZone = (timeZone: string): string =>
  getFormat(timeZone).resolvedOptions().timeZone;

/** An unknown zone counts as Japan, the default of every organisation. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const made = newFormat(timeZone);
    formats.set(timeZone, made);
    return made;
  } catch (error) {
    if (error instanceof RangeError && timeZone !== 'Asia/Tokyo') return getFormat('Asia/Tokyo');
    throw error;
  }
}

/** UTC offset of a zone at a time, in milliseconds; positive east of Greenwich. */
export function utcOffsetMs(atMs: number, timeZone: string): number {
  const parts = new Map(
    getFormat(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return (
    Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    ) -
    Math.floor(atMs / 1000) * 1000
  );
}

export const utcOffsetMinutes = (atMs: number, timeZone: string): number =>
  Math.round(utcOffsetMs(atMs, timeZone) / 60_000);

/**
 * Converts a local time to milliseconds since 1970 UTC. A repeated hour gives its first occurrence,
 * a skipped one the time after it. NaN for an invalid time.
 * @param local ISO 8601 without a zone
 * @param timeZone IANA name
 */
export function fromLocalTime(local: string, timeZone: string): number {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs)) return Number.NaN;
  // The offset depends on the result, which is known only to within the offset: two passes suffice.
  const firstMs = asUtcMs - utcOffsetMs(asUtcMs, timeZone);
  const guesses = [
    firstMs,
    asUtcMs - utcOffsetMs(firstMs, timeZone),
    asUtcMs - utcOffsetMs(firstMs - 12 * HOUR_MS, timeZone),
  ];
  const fitting = guesses.filter((ms) => ms + utcOffsetMs(ms, timeZone) === asUtcMs);
  return fitting.length === 0 ? firstMs : Math.min(...fitting);
}

/** Local date of a time, as `2026-11-21`. */
export const localDate = (atMs: number, timeZone: string): string =>
  new Date(atMs + utcOffsetMs(atMs, timeZone)).toISOString().slice(0, 10);

/** @param date `2026-11-21` */
export const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The night that contains a time, named by the local date on which it starts.
 * @param startsAt `HH:MM`
 */
export function getNightDate(atMs: number, timeZone: string, startsAt: string): string {
  const date = localDate(atMs, timeZone);
  return atMs < fromLocalTime(`${date}T${startsAt}:00`, timeZone) ? daysLater(date, -1) : date;
}

/**
 * Start and end of a night: 23 or 25 hours apart when clocks change.
 * @param startsAt `HH:MM`
 */
export const nightRange = (
  night: string,
  timeZone: string,
  startsAt: string,
): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: fromLocalTime(`${night}T${startsAt}:00`, timeZone),
  toMs: fromLocalTime(`${daysLater(night, 1)}T${startsAt}:00`, timeZone),
});
