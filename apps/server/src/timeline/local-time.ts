/**
 * A time of day without a zone, in milliseconds since 1970 UTC. An hour that a clock shows twice counts as the first, one that it
 * leaves out as the time behind it. NaN for what is no time. @param local ISO 8601 without a zone @param timeZone IANA name
 */
export function fromLocalTime(local: string, timeZone: string): number {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs)) return Number.NaN;
  // The offset is asked for at the moment itself, which is known only to within the offset: twice is enough.
  const firstMs = asUtcMs - offsetMs(asUtcMs, timeZone);
  const guesses = [firstMs, asUtcMs - offsetMs(firstMs, timeZone), asUtcMs - offsetMs(firstMs - 12 * 3_600_000, timeZone)];
  const fitting = guesses.filter((ms) => ms + offsetMs(ms, timeZone) === asUtcMs);
  return fitting.length === 0 ? firstMs : Math.min(...fitting);
}

/** The local date on which a night begins that a moment belongs to. @param startsAt `HH:MM` */
export function nightOf(atMs: number, timeZone: string, startsAt: string): string {
  const local = new Date(atMs + offsetMs(atMs, timeZone));
  const [hours = 0, minutes = 0] = startsAt.split(':').map(Number);
  return new Date(local.getTime() - (hours * 60 + minutes) * 60_000).toISOString().slice(0, 10);
}

/** The night that begins so many nights later than another. */
export const nightLater = (night: string, nights: number): string => new Date(Date.parse(`${night}T00:00:00Z`) + nights * DAY_MS).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

/** From the beginning of a night to that of the next: 23 or 25 hours where clocks change. */
export const nightRange = (night: string, timeZone: string, startsAt: string): { readonly fromMs: number; readonly toMs: number } =>
  ({ fromMs: fromLocalTime(`${night}T${startsAt}:00`, timeZone), toMs: fromLocalTime(`${nightLater(night, 1)}T${startsAt}:00`, timeZone) });

/** What clocks there are ahead of UTC, in minutes. */
export const utcOffsetMinutes = (atMs: number, timeZone: string): number => Math.round(offsetMs(atMs, timeZone) / 60_000);

/** Writes all parts of a time as clocks of the zone show it. @throws RangeError for a zone that there is not */
export const localFormat = (timeZone: string): Intl.DateTimeFormat => new Intl.DateTimeFormat('en-US', {
  timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
});

/** Local time minus UTC. @param format of `localFormat` */
export function localOffsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(atMs / 1000) * 1000;
}

/** An unknown zone counts as Japan's, the default of every organisation. */
function offsetMs(atMs: number, timeZone: string): number {
  return localOffsetMs(formatOf(timeZone), atMs);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return localFormat(timeZone);
  } catch (error) {
    if (error instanceof RangeError) return localFormat('Asia/Tokyo');
    throw error;
  }
}
