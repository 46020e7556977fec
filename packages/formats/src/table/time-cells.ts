/** A time in a table cell: a date, a time of day, or both. */
type CellTime = {
  /** Wall-clock seconds since 1970-01-01 00:00, without subtracting the UTC offset. */
  readonly wallSeconds: number;
  /** UTC offset if the cell has one, otherwise 0. */
  readonly offsetSeconds: number;
};

export type DateOrder = 'yearFirst' | 'dayFirst' | 'monthFirst';

const DATE = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:\s*([AaPp])\.?[Mm]\.?)?$/;
const DATE_AND_CLOCK = /^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})(?:[T ]\s*(.+))?$/;
const ZONE = /(?:Z|([-+])(\d{2}):?(\d{2}))$/;

export const looksLikeTime = (cell: string): boolean =>
  CLOCK.test(cell) || DATE_AND_CLOCK.test(cell);
export const looksLikeDate = (cell: string): boolean => DATE_AND_CLOCK.test(cell);
export const looksLikeClock = (cell: string): boolean => CLOCK.test(cell);

/**
 * The order of day and month in a column of dates: a number over 12 cannot be a month. If
 * ambiguous, a.m. and p.m. imply month first.
 */
export function dateOrder(dates: readonly string[], clocks: readonly string[] = []): DateOrder {
  for (const date of dates) {
    const [, first = '', second = ''] = /^(\d{1,4})[-/.](\d{1,2})/.exec(date) ?? [];
    if (first.length === 4) return 'yearFirst';
    if (Number(first) > 12) return 'dayFirst';
    if (Number(second) > 12) return 'monthFirst';
  }
  const hasMeridiem = [...dates.slice(0, 5), ...clocks.slice(0, 5)].some((cell) =>
    /[AaPp]\.?[Mm]\.?$/.test(cell),
  );
  return hasMeridiem ? 'monthFirst' : 'dayFirst';
}

/**
 * Parses a cell with a date and optional time and zone, and an optional second cell with the time
 * of day; null if it is not a time.
 */
export function cellTime(cell: string, clockCell: string, order: DateOrder): CellTime | null {
  const [, dateText = '', own = ''] = DATE_AND_CLOCK.exec(cell.trim()) ?? [];
  const day = dayNumber(dateText, order);
  if (day === null) return null;
  const clockText = (own === '' ? clockCell : own).trim();
  const zone = own === '' ? null : ZONE.exec(clockText);
  const seconds =
    clockText === ''
      ? 0
      : clockSeconds(zone === null ? clockText : clockText.slice(0, zone.index).trim());
  if (seconds === null) return null;
  const offset =
    zone?.[1] === undefined
      ? 0
      : (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 3600 + Number(zone[3]) * 60);
  return { wallSeconds: day * 86_400 + seconds, offsetSeconds: offset };
}

/** Groups of `DATE` by the order of a date's parts. */
const DATE_GROUPS = {
  yearFirst: { year: 1, month: 2, day: 3 },
  dayFirst: { year: 3, month: 2, day: 1 },
  monthFirst: { year: 3, month: 1, day: 2 },
} as const;

function dayNumber(text: string, order: DateOrder): number | null {
  const groups = DATE.exec(text) ?? [];
  const at = DATE_GROUPS[order];
  const year = groups[at.year] ?? '';
  const month = groups[at.month] ?? '';
  const day = groups[at.day] ?? '';
  if (year === '' || year.length === 3) return null;
  const fullYear = year.length <= 2 ? 2000 + Number(year) : Number(year);
  const ms = Date.UTC(fullYear, Number(month) - 1, Number(day));
  const instant = new Date(ms);
  // Rejects dates that roll over (31 February).
  return instant.getUTCMonth() === Number(month) - 1 && instant.getUTCDate() === Number(day)
    ? ms / 86_400_000
    : null;
}

function clockSeconds(text: string): number | null {
  const [, hours, minutes, seconds = '0', meridiem] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour =
    meridiem === undefined
      ? Number(hours)
      : (Number(hours) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0);
  const total = hour * 3600 + Number(minutes) * 60 + Number(seconds);
  return hour <= 24 && Number(minutes) < 60 && total <= 86_400 ? total : null;
}

/** Formats wall-clock seconds as ISO 8601 without a zone, with up to six digits of a second. */
export function wallTimeText(wallSeconds: number): string | null {
  const whole = Math.floor(wallSeconds + 5e-7);
  const instant = new Date(whole * 1_000);
  if (Number.isNaN(instant.getTime())) return null;
  const fraction = (wallSeconds - whole).toFixed(6).slice(2).replace(/0+$/, '');
  return `${instant.toISOString().slice(0, 19)}${wallSeconds - whole < 5e-7 || fraction === '' ? '' : `.${fraction}`}`;
}
