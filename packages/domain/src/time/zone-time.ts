const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Writes all parts of a time as clocks of the zone show it. @throws RangeError for a zone that
 * there is not
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
 * Making one costs a millisecond, and a month of nights asks hundreds of times. As many as there
 * are zones at most.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Zones by their names: what begins with a sign is an offset, which PostgreSQL reads the other way
 * round.
 */
export function isTimeZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(timeZone) && newFormat(timeZone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * What is reckoned with, in nights and in words alike: an unknown zone counts as Japan's, an offset
 * that was stored before they were refused as itself.
 */
export const knownZone = (timeZone: string): string =>
  formatOf(timeZone).resolvedOptions().timeZone;

/** An unknown zone counts as Japan's, the default of every organisation. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const made = newFormat(timeZone);
    formats.set(timeZone, made);
    return made;
  } catch (error) {
    if (error instanceof RangeError && timeZone !== 'Asia/Tokyo') return formatOf('Asia/Tokyo');
    throw error;
  }
}

/** What clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function utcOffsetMs(atMs: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
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
 * A time of day without a zone, in milliseconds since 1970 UTC. An hour that a clock shows twice
 * counts as the first, one that it leaves out as the time behind it. NaN for what is no time.
 * @param local ISO 8601 without a zone @param timeZone IANA name
 */
export function fromLocalTime(local: string, timeZone: string): number {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs)) return Number.NaN;
  // The offset is asked for at the moment itself, which is known only to within the offset: twice
  // is enough.
  const firstMs = asUtcMs - utcOffsetMs(asUtcMs, timeZone);
  const guesses = [
    firstMs,
    asUtcMs - utcOffsetMs(firstMs, timeZone),
    asUtcMs - utcOffsetMs(firstMs - 12 * HOUR_MS, timeZone),
  ];
  const fitting = guesses.filter((ms) => ms + utcOffsetMs(ms, timeZone) === asUtcMs);
  return fitting.length === 0 ? firstMs : Math.min(...fitting);
}

/** The date that the clocks of a zone show. */
export const localDate = (atMs: number, timeZone: string): string =>
  new Date(atMs + utcOffsetMs(atMs, timeZone)).toISOString().slice(0, 10);

/** @param date `2026-11-21` */
export const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The night that a moment belongs to, by the local date on which it began. @param startsAt `HH:MM`
 */
export function nightOf(atMs: number, timeZone: string, startsAt: string): string {
  const date = localDate(atMs, timeZone);
  return atMs < fromLocalTime(`${date}T${startsAt}:00`, timeZone) ? daysLater(date, -1) : date;
}

/**
 * From the beginning of a night to that of the next: 23 or 25 hours where clocks change. @param
 * startsAt `HH:MM`
 */
export const nightRange = (
  night: string,
  timeZone: string,
  startsAt: string,
): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: fromLocalTime(`${night}T${startsAt}:00`, timeZone),
  toMs: fromLocalTime(`${daysLater(night, 1)}T${startsAt}:00`, timeZone),
});
