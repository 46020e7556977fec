import type { ActiwareExport } from './actiware.ts';
import { cellTime, dateOrder, wallTimeText } from '../table/time-cells.ts';

/** One time in bed of an export, computed from its epochs. Times are ISO 8601 without a zone. */
export type ActiwareNight = {
  readonly inBedAt: string;
  readonly outOfBedAt: string;
  readonly timeInBedMinutes: number;
  readonly sleepInBedMinutes: number;
  readonly wakeInBedMinutes: number;
  /** Null if the export has no sleep interval in this time in bed. */
  readonly sleep: {
    readonly startsAt: string;
    readonly endsAt: string;
    readonly onsetLatencyMinutes: number;
    readonly totalSleepMinutes: number;
    readonly wakeAfterOnsetMinutes: number;
    readonly efficiencyPercent: number;
  } | null;
};

/** Interval statuses "in bed" and "in bed, in the sleep interval" in the supported languages. */
const IN_BED = /^(rest|ruhe|repos)(-s)?$/i;
const IN_SLEEP = /^(rest|ruhe|repos)-s$/i;

/**
 * Finds the times in bed of an export (runs of epochs with status rest) and the sleep in them.
 * Definitions are the vendor's; efficiency = sleep in the sleep interval ÷ time in bed.
 */
export function actiwareNights(source: ActiwareExport): ActiwareNight[] {
  const { epochHeader, epochRows } = source;
  const last = epochHeader.findLastIndex((name) => name !== '');
  const scores = epochHeader.findIndex((name) => /[^/]\/[^/]/.test(name));
  const order = dateOrder(epochRows.slice(0, 100_000).map((row) => row[1] ?? ''));
  const secondsAt = (row: number): number =>
    cellTime(epochRows[row]?.[1] ?? '', epochRows[row]?.[2] ?? '', order)?.wallSeconds ??
    Number.NaN;
  const epochSeconds = secondsAt(1) - secondsAt(0);
  if (!(epochSeconds > 0) || scores < 0) return [];
  const statusAt = (row: number): string => epochRows[row]?.[last] ?? '';
  const nights: ActiwareNight[] = [];
  for (let begin = 0; begin < epochRows.length; begin++) {
    if (!IN_BED.test(statusAt(begin))) continue;
    let end = begin + 1;
    while (end < epochRows.length && IN_BED.test(statusAt(end))) end++;
    const epochs = Array.from({ length: end - begin }, (_, index) => ({
      isAsleep: epochRows[begin + index]?.[scores] === '0',
      isAwake: epochRows[begin + index]?.[scores] === '1',
      isInterval: IN_SLEEP.test(statusAt(begin + index)),
    }));
    nights.push(summariseNight(epochs, secondsAt(begin), epochSeconds));
    begin = end;
  }
  return nights;
}

type Epoch = {
  readonly isAsleep: boolean;
  readonly isAwake: boolean;
  readonly isInterval: boolean;
};

function summariseNight(
  epochs: readonly Epoch[],
  startSeconds: number,
  epochSeconds: number,
): ActiwareNight {
  const minutes = (count: number): number => (count * epochSeconds) / 60;
  const at = (epoch: number): string => wallTimeText(startSeconds + epoch * epochSeconds) ?? '';
  const first = epochs.findIndex((epoch) => epoch.isInterval);
  const sleepEnd = epochs.findLastIndex((epoch) => epoch.isInterval) + 1;
  const interval = epochs.filter((epoch) => epoch.isInterval);
  const asleep = interval.filter((epoch) => epoch.isAsleep).length;
  return {
    inBedAt: at(0),
    outOfBedAt: at(epochs.length),
    timeInBedMinutes: minutes(epochs.length),
    sleepInBedMinutes: minutes(epochs.filter((epoch) => epoch.isAsleep).length),
    wakeInBedMinutes: minutes(epochs.filter((epoch) => epoch.isAwake).length),
    sleep:
      first < 0
        ? null
        : {
            startsAt: at(first),
            endsAt: at(sleepEnd),
            onsetLatencyMinutes: minutes(first),
            totalSleepMinutes: minutes(asleep),
            wakeAfterOnsetMinutes: minutes(interval.filter((epoch) => epoch.isAwake).length),
            efficiencyPercent: (100 * asleep) / epochs.length,
          },
  };
}
