import { utcOffsetMs } from '@yamori/domain';
import type { TimeWindow } from './night-spec.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  10,
  20,
  50,
  100,
  200,
  500,
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
];

type Tick = {
  readonly atMs: number;
  readonly label: string;
  /** Label of the day that begins here; null except at midnight. */
  readonly day: string | null;
};
type Grid = {
  readonly stepMs: number;
  readonly ticks: readonly Tick[];
  /** The day at the left edge. */
  readonly day: string;
};

/** Formats times in a time zone and a language: 24-hour clock, days with their weekday. */
export type TimeWriter = {
  readonly grid: (window: TimeWindow, maxTicks: number) => Grid;
  readonly moment: (atMs: number, stepMs: number) => string;
  readonly day: (atMs: number) => string;
};

export function createTimeWriter(timeZone: string, locale: string): TimeWriter {
  const createFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' });
  const minutes = createFormat({ hour: '2-digit', minute: '2-digit' });
  const seconds = createFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const days = createFormat({ month: 'numeric', day: 'numeric', weekday: 'short' });
  const offsetMs = (atMs: number): number => utcOffsetMs(atMs, timeZone);
  const moment = (atMs: number, stepMs: number): string => {
    if (stepMs >= MINUTE) return minutes.format(atMs);
    if (stepMs >= SECOND) return seconds.format(atMs);
    return `${seconds.format(atMs)}.${String(Math.floor((((atMs % SECOND) + SECOND) % SECOND) / 10)).padStart(2, '0')}`;
  };
  return {
    moment,
    day: (atMs) => days.format(atMs),
    grid(window, maxTicks) {
      const stepMs =
        STEPS.find((step) => (window.toMs - window.fromMs) / step <= maxTicks) ?? 7 * DAY;
      const ticks: Tick[] = [];
      const firstLocal = Math.ceil((window.fromMs + offsetMs(window.fromMs)) / stepMs) * stepMs;
      const hasOffsetChange = offsetMs(window.fromMs) !== offsetMs(window.toMs);
      const startOffsetMs = offsetMs(window.fromMs);
      for (let localMs = firstLocal; ; localMs += stepMs) {
        const atMs =
          localMs - (hasOffsetChange ? offsetMs(localMs - startOffsetMs) : startOffsetMs);
        if (atMs > window.toMs) break;
        const isMidnight = localMs % DAY === 0;
        ticks.push({
          atMs,
          label: stepMs >= DAY ? days.format(atMs) : moment(atMs, stepMs),
          day: isMidnight ? days.format(atMs) : null,
        });
      }
      return { stepMs, ticks, day: days.format(window.fromMs) };
    },
  };
}
