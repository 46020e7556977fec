import type { FormatProblem, RecordingGap } from '../recording.ts';
import type { CsvColumn } from './table-head.ts';
import { cellTime, dateOrder, looksLikeClock, looksLikeDate, wallTimeText } from './time-cells.ts';

/** Times of the rows of a table. */
export type TableTimes = {
  /** Seconds from the first row. */
  readonly seconds: Float64Array;
  /** ISO 8601 without a zone, or null without a date. */
  readonly startedAt: string | null;
  readonly columns: readonly CsvColumn[];
};

/** Also in German and Japanese: time of day, elapsed time. */
const SECONDS_NAME = /^(time|timestamp|t|seconds|elapsed|zeit)\b|^(\u6642\u523b|\u7d4c\u904e)/i;
/** Larger numbers of seconds count from 1970 rather than from the start. */
const UNIX_SECONDS = 5e8;
/** The year 15,000: larger numbers are milliseconds, microseconds or nanoseconds. */
const MAX_UNIX_SECONDS = 5e11;

/**
 * Finds the times of a table in a column of seconds, of dates with times, or of dates with a
 * separate column of times; otherwise null.
 */
export function tableTimes(columns: readonly CsvColumn[]): TableTimes | null {
  const date = columns.find((column) =>
    column.texts?.slice(0, 5).some((cell) => looksLikeDate(cell.trim())),
  );
  if (date?.texts !== undefined && date.texts !== null)
    return wallTimes(
      date,
      date.texts,
      columns.find((column) =>
        column.texts?.slice(0, 5).some((cell) => looksLikeClock(cell.trim())),
      ) ?? null,
    );
  const seconds = columns.find(
    (column) => column.texts === null && SECONDS_NAME.test(column.name) && isRising(column.values),
  );
  return seconds === undefined ? null : secondsTimes(seconds);
}

/** The times in a given column of seconds. */
export function secondsTimes(column: CsvColumn): TableTimes {
  const first = column.values.find((value) => !Number.isNaN(value)) ?? 0;
  const perSecond = countSegments(first);
  return {
    seconds: column.values.map((value) => (value - first) / perSecond),
    startedAt: first >= UNIX_SECONDS ? wallTimeText(first / perSecond) : null,
    columns: [column],
  };
}

/** Programs count from 1970 in milliseconds, loggers also in microseconds and nanoseconds. */
const countSegments = (first: number): number =>
  [1, 1e3, 1e6, 1e9].find((parts) => first < MAX_UNIX_SECONDS * parts) ?? 1;

function isRising(values: Float64Array): boolean {
  const head = values.subarray(0, 100);
  return (
    head.length > 1 &&
    head.every((value, index) => index === 0 || !(value < (head[index - 1] ?? 0))) &&
    (head.at(-1) ?? 0) > (head[0] ?? 0)
  );
}

function wallTimes(date: CsvColumn, cells: readonly string[], clock: CsvColumn | null): TableTimes {
  const clocks = clock === date ? null : (clock?.texts ?? null);
  const order = dateOrder(cells, clocks ?? []);
  const times = cells.map((cell, row) => cellTime(cell, clocks?.[row] ?? '', order));
  const first = times.find((time) => time !== null);
  const instant = (time: (typeof times)[number]): number =>
    time === null ? Number.NaN : time.wallSeconds - time.offsetSeconds;
  const start = instant(first ?? null);
  return {
    seconds: Float64Array.from(times, (time) => instant(time) - start),
    startedAt: first === undefined || first === null ? null : wallTimeText(first.wallSeconds),
    columns: clock === null ? [date] : [date, clock],
  };
}

/** A larger step, in sample periods, is a gap. */
const GAP_PERIODS = 1.5;

export type TimeSteps = {
  readonly sampleRateHz: number;
  readonly gaps: readonly RecordingGap[];
  readonly problems: readonly FormatProblem[];
};

/** Rate and gaps of a table from its times; null if they do not increase. */
export function timeSteps(seconds: Float64Array): TimeSteps | null {
  const steps = seconds.subarray(1).map((value, index) => value - (seconds[index] ?? Number.NaN));
  const forwards = steps.filter((step) => step > 0).toSorted();
  const usual = forwards[forwards.length >> 1];
  if (usual === undefined) return null;
  // Times have few digits (0.008 s becomes 0.01 or 0), so a single step is inaccurate: use the
  // mean. Steps of whole seconds are exact.
  const regular = steps.filter((step) => step >= 0 && step <= GAP_PERIODS * usual);
  const mean = regular.reduce((sum, step) => sum + step, 0) / regular.length;
  const sampleRateHz =
    Number.isInteger(usual) && Math.abs(mean - usual) < 0.05 * usual
      ? 1 / usual
      : Number((1 / mean).toPrecision(5));
  if (!(sampleRateHz > 0 && sampleRateHz < Infinity)) return null;
  const back = steps.findIndex((step) => step < 0);
  const problems: FormatProblem[] =
    back < 0
      ? []
      : [
          {
            code: 'badTime',
            message: `row ${back + 2} is earlier than the previous row`,
            byteOffset: 0,
          },
        ];
  return { sampleRateHz, gaps: findGaps(seconds, steps, 1 / sampleRateHz), problems };
}

function findGaps(times: Float64Array, steps: Float64Array, period: number): RecordingGap[] {
  const start = times[0] ?? 0;
  const gaps: RecordingGap[] = [];
  for (const [index, step] of steps.entries()) {
    if (step <= GAP_PERIODS * period || Number.isNaN(step)) continue;
    const startSeconds = (times[index] ?? 0) - start + period;
    gaps.push({
      startSeconds,
      endSeconds: (times[index + 1] ?? 0) - start,
      recordedSeconds: (index + 1) * period,
    });
  }
  return gaps;
}
