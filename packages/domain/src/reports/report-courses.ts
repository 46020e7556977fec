import type { Report } from '../api/reports.ts';
import type { ReportTexts } from '../locales/report-words.ts';
import { daysLater } from '../time/zone-time.ts';
import { REPORT_FIGURES, type ReportFigureId, type ReportKind } from './report-figures.ts';
import { comparedAccidents, roundedFigure, writeReportChange } from './report-tables.ts';

/** Values night by night; null for a night without a result. */
export type ReportCourse = readonly (number | null)[];
/**
 * A metric over all rooms: current value, previous value, and its trend (empty for plain counts).
 */
export type ReportTile = {
  readonly id: ReportFigureId | 'accidents';
  readonly kind: ReportKind;
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
  /** Whether analyses of the previous period are pending; `pends`: of either period. */
  readonly pendsBefore: boolean;
  readonly pends: boolean;
  readonly course: ReportCourse;
};

/** The metrics over all rooms, rounded as in the tables. */
export function reportTiles(report: Report, words: ReportTexts): readonly ReportTile[] {
  const { now, before } = report.total;
  const pending = { pendsBefore: before.pending > 0, pends: now.pending + before.pending > 0 };
  return [
    ...REPORT_FIGURES.map(({ id, kind }): ReportTile => ({
      id,
      kind,
      name: words.figure[id],
      now: roundedFigure(kind, now.figures[id]),
      before: roundedFigure(kind, before.figures[id]),
      ...pending,
      course: totalCourse(report, id, kind),
    })),
    {
      id: 'accidents',
      kind: 'count',
      name: words.head.accidents,
      now: now.accidents,
      before: comparedAccidents(before),
      ...pending,
      course: [],
    },
  ];
}

/** The change from the previous period, as text. */
export function tileChange(
  { id, kind, now, before, pendsBefore, pends }: ReportTile,
  words: ReportTexts,
): string {
  if (now === null || before === null) return pendsBefore ? words.pendingBefore : words.noBefore;
  const change = writeReportChange(kind, now, before);
  const text = change === null ? words.same : words.change(change);
  // Pending analyses do not affect the alarm count.
  return pends && id !== 'accidents' ? words.soFar(text) : text;
}

/** Sleep night by night for each row of the room table; the first is the total. */
export const roomCourses = (report: Report): readonly ReportCourse[] => [
  totalCourse(report, 'TST', 'minutes'),
  ...report.rooms.map(({ course }) => course.map((minutes) => roundedFigure('minutes', minutes))),
];

/** A night without results has no row in the table of nights and leaves a gap. */
function totalCourse(
  { nights, period }: Report,
  id: ReportFigureId,
  kind: ReportKind,
): ReportCourse {
  const known = new Map(
    nights.map(({ from, figures }) => [from, roundedFigure(kind, figures[id])]),
  );
  const course: (number | null)[] = [];
  for (let night = period.from; night <= period.to; night = daysLater(night, 1))
    course.push(known.get(night) ?? null);
  return course;
}

/**
 * Minimum span that the height of a sparkline represents. Without it, a change of one point would
 * look like a drop. Smaller variations are normal from night to night, or within the measurement
 * error.
 */
export const SPARK_MIN_SPANS: Readonly<Record<ReportTile['id'], number>> = {
  TST: 30,
  SE: 5,
  WASO: 30,
  awakenings: 2,
  outOfBedCount: 2,
  outOfBedMinutes: 30,
  heartRateMean: 5,
  respirationRateMean: 2,
  coverage: 5,
  accidents: 2,
};

type SparkPoint = { readonly x: number; readonly y: number };
/** Lines through consecutive nights, points for isolated ones, and the extremes. */
export type SparkShape = {
  readonly lines: readonly (readonly SparkPoint[])[];
  readonly alone: readonly SparkPoint[];
  readonly low: number;
  readonly high: number;
};

/**
 * A sparkline from the left edge to the right, highest value at the top, with `room` as margin.
 * Null for fewer than two values. Values with a span below `least` use only their share of the
 * height, centred.
 */
export function sparkShape(
  values: ReportCourse,
  {
    width,
    height,
    room,
  }: { readonly width: number; readonly height: number; readonly room: number },
  least: number,
): SparkShape | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = known.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
  const span = Math.max(high - low, least);
  // Shares of the span stay exact even for values too small to halve their difference.
  const middle = (high - low) / span / 2;
  const runs: SparkPoint[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([]);
    else
      runs.at(-1)?.push({
        x: room + (index / (values.length - 1)) * (width - 2 * room),
        y:
          high === low
            ? height / 2
            : room + (0.5 + middle - (value - low) / span) * (height - 2 * room),
      });
  }
  return {
    lines: runs.filter(({ length }) => length > 1),
    alone: runs.flatMap((run) => (run.length === 1 ? run : [])),
    low,
    high,
  };
}
