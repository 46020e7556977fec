/** What the clocks of a zone are ahead of UTC at a moment. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  const parts = new Map(formatterOf(timeZone).formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const get = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - Math.floor(atMs / 1000) * 1000;
}

/** Making one costs a millisecond, and a month of nights asks hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  formatters.set(timeZone, made);
  return made;
}

/** The moment at which clocks of the zone show a date (`2026-11-21`) and a time (`12:00`). */
export function zonedMoment(date: string, time: string, timeZone: string): number {
  const local = Date.parse(`${date}T${time}:00Z`);
  const guess = local - zoneOffsetMs(timeZone, local);
  return local - zoneOffsetMs(timeZone, guess);
}

const DAY_MS = 86_400_000;

/** The date that the clocks of a zone show. */
export const zonedDate = (atMs: number, timeZone: string): string => new Date(atMs + zoneOffsetMs(timeZone, atMs)).toISOString().slice(0, 10);

export const addDaysTo = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The night that a moment belongs to, by the local date on which it began. */
export function nightOf(atMs: number, startsAt: string, timeZone: string): string {
  const date = zonedDate(atMs, timeZone);
  return atMs < zonedMoment(date, startsAt, timeZone) ? addDaysTo(date, -1) : date;
}

/** From the beginning of a night to that of the next. */
export const nightRange = (night: string, startsAt: string, timeZone: string): { readonly fromMs: number; readonly toMs: number } =>
  ({ fromMs: zonedMoment(night, startsAt, timeZone), toMs: zonedMoment(addDaysTo(night, 1), startsAt, timeZone) });
