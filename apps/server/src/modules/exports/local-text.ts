import { utcOffsetMs } from '@yamori/domain';

/**
 * Formats timestamps in one time zone. The UTC offset is looked up once for each quarter of an
 * hour, because offsets change only at those times.
 */
export type LocalText = {
  /** ISO 8601 without a zone, with microseconds unless they are zero. */
  readonly plain: (timeUs: number) => string;
  /** ISO 8601 with the UTC offset. */
  readonly zoned: (timeUs: number) => string;
  /** Local date. */
  readonly date: (timeUs: number) => string;
  /** `+09:00` */
  readonly offset: (timeUs: number) => string;
};

const QUARTER_US = 900 * 1e6;

export function createLocalText(timeZone: string): LocalText {
  let cachedQuarter = Number.NaN;
  let cachedOffsetMs = 0;
  const getOffsetMs = (timeUs: number): number => {
    const quarter = Math.floor(timeUs / QUARTER_US);
    if (quarter !== cachedQuarter) {
      cachedQuarter = quarter;
      cachedOffsetMs = utcOffsetMs(Math.floor(timeUs / 1000), timeZone);
    }
    return cachedOffsetMs;
  };
  const plain = (timeUs: number): string => {
    const localUs = Math.round(timeUs) + getOffsetMs(timeUs) * 1000;
    const seconds = Math.floor(localUs / 1e6);
    const rest = localUs - seconds * 1e6;
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${rest === 0 ? '' : `.${String(rest).padStart(6, '0')}`}`;
  };
  const offset = (timeUs: number): string => {
    const minutes = Math.round(getOffsetMs(timeUs) / 60_000);
    const pad2 = (value: number): string => String(value).padStart(2, '0');
    return `${minutes < 0 ? '-' : '+'}${pad2(Math.floor(Math.abs(minutes) / 60))}:${pad2(Math.abs(minutes) % 60)}`;
  };
  return {
    plain,
    offset,
    zoned: (timeUs) => `${plain(timeUs)}${offset(timeUs)}`,
    date: (timeUs) => plain(timeUs).slice(0, 10),
  };
}
