import {
  toCourse,
  daysLater,
  fromLocalTime,
  getNightDate,
  type CourseRun,
  type SleepStage,
} from '@yamori/domain';
import type { RoomClock } from '../../shared/time-of-day/use-room-clock.ts';

/** The last finished night of a room in small. */
export type NightSummary = {
  /** Total sleep time in minutes; null if the analysis could not determine it. */
  readonly totalSleepMinutes: number | null;
  readonly runs: readonly CourseRun[];
  readonly epochs: number;
  /** Devices that may still deliver records of this night; the result is provisional. */
  readonly awaited: readonly { readonly serial: string; readonly since: Date | string | null }[];
};

/** Runs of equal stages, without the missing epochs at both ends. */
export const stageRuns = (
  epochs: readonly SleepStage[],
): { readonly runs: readonly CourseRun[]; readonly epochs: number } => shownRuns(toCourse(epochs));

/** Removes the missing runs at both ends; positions count from the first known run. */
export function shownRuns(all: readonly CourseRun[]): {
  readonly runs: readonly CourseRun[];
  readonly epochs: number;
} {
  const first = all.findIndex(({ stage }) => stage !== 'missing');
  if (first < 0) return { runs: [], epochs: 0 };
  const known = all.slice(first, all.findLastIndex(({ stage }) => stage !== 'missing') + 1);
  const begin = all[first]?.from ?? 0;
  const runs = known.map((run) => ({ ...run, from: run.from - begin }));
  return { runs, epochs: runs.reduce((sum, { length }) => sum + length, 0) };
}

/** Minutes of a stage; an epoch is half a minute. */
export const stageMinutes = (runs: readonly CourseRun[], stage: SleepStage): number =>
  Math.round(
    runs.filter((run) => run.stage === stage).reduce((sum, run) => sum + run.length, 0) / 2,
  );

/** Before this time of day people call the current night "tonight". */
const MORNING = '04:00:00';

/** The night that people call last night: the running one from four in the morning on. */
export function lastNightAt(nowMs: number, { timeZone, nightStartsAt }: RoomClock): string {
  const running = getNightDate(nowMs, timeZone, nightStartsAt);
  const morningMs = fromLocalTime(`${daysLater(running, 1)}T${MORNING}`, timeZone);
  return nowMs >= morningMs ? running : daysLater(running, -1);
}
