import { asleepLabel, awakeLabel, type SleepWakeLabels } from './sleep-wake-labels.ts';

export interface SleepPeriodOptions {
  /** Consecutive minutes asleep that open a period. Default 5. */
  minutesToSleep?: number;
  /** Consecutive minutes awake that close a period. Default 10. */
  minutesToWake?: number;
  /** Shortest and longest period in minutes. Default 160 and 1440. */
  shortest?: number;
  longest?: number;
  /** Minimum number of minutes with any movement; a device on a table has none. Default 0. */
  minMoving?: number;
}

/** A period in bed. Minutes are indices of the labels. */
export interface SleepPeriod {
  fromMinute: number;
  /** Exclusive. */
  toMinute: number;
  minutesAsleep: number;
  minutesAwake: number;
  awakenings: number;
  /** Percentage of the period's minutes with a count above 0. */
  movementIndex: number;
  /** Percentage of the sleep bouts that last one minute. */
  fragmentationIndex: number;
}

/**
 * Finds periods in bed after C. Tudor-Locke et al., "Fully automated waist-worn accelerometer
 * algorithm for detecting children's sleep-period time separate from 24-h physical activity or
 * sedentary behaviors", Appl. Physiol. Nutr. Metab. 39 (2014) 53–57. A period runs from the first
 * of `minutesToSleep` consecutive minutes asleep to the first of `minutesToWake` consecutive
 * minutes awake. An unknown minute interrupts a run, but neither opens nor closes a period. As in
 * ActiLife, a period still open at the end of the recording is not reported.
 *
 * @param counts one value per minute, for the movement index
 */
export function sleepPeriods(
  labels: SleepWakeLabels,
  counts: ArrayLike<number>,
  options: SleepPeriodOptions = {},
): SleepPeriod[] {
  const {
    minutesToSleep = 5,
    minutesToWake = 10,
    shortest = 160,
    longest = 1440,
    minMoving = 0,
  } = options;
  const periods: SleepPeriod[] = [];
  let from = -1;
  for (let minute = 0; minute < labels.length;) {
    const end = findRunEnd(labels, minute);
    if (from < 0 && labels[minute] === asleepLabel && end - minute >= minutesToSleep) from = minute;
    if (from >= 0 && labels[minute] === awakeLabel && end - minute >= minutesToWake) {
      const period = describePeriod(labels, counts, from, minute);
      const moving = Math.round((period.movementIndex * (minute - from)) / 100);
      if (minute - from >= shortest && minute - from <= longest && moving >= minMoving)
        periods.push(period);
      from = -1;
    }
    minute = end;
  }
  return periods;
}

function findRunEnd(labels: SleepWakeLabels, from: number): number {
  let end = from + 1;
  while (end < labels.length && labels[end] === labels[from]) end += 1;
  return end;
}

function describePeriod(
  labels: SleepWakeLabels,
  counts: ArrayLike<number>,
  fromMinute: number,
  toMinute: number,
): SleepPeriod {
  let minutesAsleep = 0;
  let awakenings = 0;
  let bouts = 0;
  let shortBouts = 0;
  let moving = 0;
  for (let minute = fromMinute; minute < toMinute;) {
    const end = Math.min(toMinute, findRunEnd(labels, minute));
    if (labels[minute] === asleepLabel) {
      minutesAsleep += end - minute;
      bouts += 1;
      if (end - minute === 1) shortBouts += 1;
    } else if (labels[minute] === awakeLabel) awakenings += 1;
    for (let at = minute; at < end; at++) if ((counts[at] ?? 0) > 0) moving += 1;
    minute = end;
  }
  const duration = toMinute - fromMinute;
  const unknown = labels
    .subarray(fromMinute, toMinute)
    .filter((label) => label !== asleepLabel && label !== awakeLabel).length;
  return {
    fromMinute,
    toMinute,
    minutesAsleep,
    minutesAwake: duration - minutesAsleep - unknown,
    awakenings,
    movementIndex: (100 * moving) / duration,
    fragmentationIndex: bouts === 0 ? 0 : (100 * shortBouts) / bouts,
  };
}
