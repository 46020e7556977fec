import type { CountedNight } from '../counted-night.ts';

/**
 * The format of a figure: a duration, a share, a count, a time of day, or a number with its unit.
 */
export type FigureKind =
  | 'minutes'
  | 'percent'
  | 'times'
  | 'clock'
  | 'perMinute'
  | 'perHour'
  | 'milliseconds'
  | 'celsius';
export type FigureGroup = (typeof FIGURES)[number]['group'];

/**
 * The figures of a night in reading order. `spread`: minimum, maximum and standard deviation follow
 * the figure. The text with the same id explains it; `epochs`: the part of the night that it
 * covers.
 */
export const FIGURES = [
  { id: 'TST', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'SE', group: 'sleep', kind: 'percent', from: 'inBed' },
  { id: 'SME', group: 'sleep', kind: 'percent', from: 'inBed' },
  { id: 'TIB', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'SPT', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'SOL', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'LPS', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'WASO', group: 'sleep', kind: 'minutes', from: 'inBed' },
  { id: 'awakenings', group: 'sleep', kind: 'times', from: 'inBed' },
  { id: 'sleepMidpoint', group: 'sleep', kind: 'clock', from: 'inBed' },
  { id: 'light', group: 'stages', kind: 'minutes', from: 'night' },
  { id: 'deep', group: 'stages', kind: 'minutes', from: 'night' },
  { id: 'rem', group: 'stages', kind: 'minutes', from: 'night' },
  { id: 'REMLatency', group: 'stages', kind: 'minutes', from: 'inBed' },
  { id: 'outOfBedCount', group: 'bed', kind: 'times', from: 'inBed' },
  { id: 'outOfBedMinutes', group: 'bed', kind: 'minutes', from: 'inBed' },
  { id: 'napCount', group: 'bed', kind: 'times', from: 'night' },
  { id: 'napMinutes', group: 'bed', kind: 'minutes', from: 'night' },
  { id: 'secondPartMinutes', group: 'bed', kind: 'minutes', from: 'night' },
  { id: 'heartRateMean', group: 'body', kind: 'perMinute', from: 'inBed', spread: 'heartRate' },
  { id: 'SDNN', group: 'body', kind: 'milliseconds', from: 'inBed' },
  { id: 'RMSSD', group: 'body', kind: 'milliseconds', from: 'inBed' },
  {
    id: 'respirationRateMean',
    group: 'body',
    kind: 'perMinute',
    from: 'inBed',
    spread: 'respirationRate',
  },
  { id: 'respiratoryEventsPerHour', group: 'body', kind: 'perHour', from: 'inBed' },
  { id: 'temperatureMean', group: 'body', kind: 'celsius', from: 'inBed', spread: 'temperature' },
] as const satisfies readonly {
  readonly id: string;
  readonly group: string;
  readonly kind: FigureKind;
  readonly from: 'inBed' | 'night';
  readonly spread?: string;
}[];

export const FIGURE_GROUPS = ['sleep', 'stages', 'bed', 'body'] as const;
/** The stage that a figure counts, if any. */
const STAGE_BY_LETTER: Partial<Record<string, 'light' | 'deep' | 'rem'>> = {
  light: 'light',
  deep: 'deep',
  rem: 'rem',
};
const EPOCHS_PER_MINUTE = 2;

/** Null if the data does not allow the figure. */
export function figureValue(counted: CountedNight, id: string): number | null {
  const stage = STAGE_BY_LETTER[id];
  if (stage === undefined) return counted.metrics[id] ?? null;
  return hasStages(counted)
    ? counted.stages.filter((entry) => entry === stage).length / EPOCHS_PER_MINUTE
    : null;
}

/** Whether the night has any sleep stages beyond "asleep". */
export const hasStages = ({ stages }: Pick<CountedNight, 'stages'>): boolean =>
  stages.some((stage) => stage === 'light' || stage === 'deep' || stage === 'rem');

/** Number of nights in the mean for comparison, and the minimum that must exist. */
const WEEK = 7;
const MIN_NIGHTS = 3;

/** The difference to the mean of the last nights, which may be fewer than seven. */
type WeekDifference = { readonly by: number; readonly nights: number };

/**
 * Compares with up to seven earlier nights; null with too few. Times of day are compared on a
 * 24-hour circle.
 */
export function differenceFromWeek(
  value: number | null,
  before: readonly (number | null)[],
  kind: FigureKind,
): WeekDifference | null {
  const known = before.slice(0, WEEK).filter((entry) => entry !== null);
  if (value === null || known.length < MIN_NIGHTS) return null;
  const differences = known.map((past) =>
    kind === 'clock' ? aroundTheClock(value - past) : value - past,
  );
  return {
    by: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    nights: differences.length,
  };
}

const DAY_MINUTES = 1440;
/** Minutes in −720..720. */
const aroundTheClock = (minutes: number): number =>
  ((((minutes + DAY_MINUTES / 2) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
