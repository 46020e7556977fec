import type { Report } from '../api/reports.ts';
import type { ReportWords } from '../text/report-words.ts';
import { daysLater } from '../time/zone-time.ts';
import { REPORT_FIGURES, type ReportFigureId, type ReportKind } from './report-figures.ts';
import { comparedAccidents, roundedFigure, writeReportChange } from './report-tables.ts';

/** A course night by night of the period; null where there is no night with a result. */
export type ReportCourse = readonly (number | null)[];
/**
 * All rooms in one figure: what it is, what it was, and its course (none of what is only counted).
 */
export type ReportTile = {
  readonly id: ReportFigureId | 'accidents';
  readonly kind: ReportKind;
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
  /** Whether nights of the period before are still analysed, and of either. */
  readonly pendsBefore: boolean;
  readonly pends: boolean;
  readonly course: ReportCourse;
};

/** The figures of all rooms, as exact as the tables have them. */
export function reportTiles(report: Report, words: ReportWords): readonly ReportTile[] {
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

/** How a figure compares with the nights before, in words. */
export function tileChange(
  { id, kind, now, before, pendsBefore, pends }: ReportTile,
  words: ReportWords,
): string {
  if (now === null || before === null) return pendsBefore ? words.pendingBefore : words.noBefore;
  const change = writeReportChange(kind, now, before);
  const said = change === null ? words.same : words.change(change);
  // Alarms are counted whatever is analysed.
  return pends && id !== 'accidents' ? words.soFar(said) : said;
}

/** Sleep night by night, row by row of the table of rooms: all of them first. */
export const roomCourses = (report: Report): readonly ReportCourse[] => [
  totalCourse(report, 'TST', 'minutes'),
  ...report.rooms.map(({ course }) => course.map((minutes) => roundedFigure('minutes', minutes))),
];

/** Nights of which nothing is known leave a gap: the table of nights has no row for them. */
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
 * The least that the height of a small line stands for. Stretched over what there is, a single
 * point of a share looks like a fall: below these spans a figure moves from night to night in
 * anybody, and as far as it is known at all.
 */
export const SPARK_LEAST_SPANS: Readonly<Record<ReportTile['id'], number>> = {
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

export type SparkPoint = { readonly x: number; readonly y: number };
/**
 * Lines through nights that follow each other, and points for those that stand alone; the lowest
 * and the highest value.
 */
export type SparkShape = {
  readonly lines: readonly (readonly SparkPoint[])[];
  readonly alone: readonly SparkPoint[];
  readonly low: number;
  readonly high: number;
};

/**
 * A course as a small line from the left edge to the right, the highest value at the top, with
 * `room` left free around it. Null: too few values to be a course. Values that differ by less than
 * `least` take no more than their share of the height, around its middle.
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
  // By shares of the span, which stay exact where values are too small for half of their difference
  // to be one.
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
