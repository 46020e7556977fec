import type { HeartRateVariability } from '../hrv/heart-rate-variability.ts';
import type { SleepEpisode } from '../regularity/sleep-episodes.ts';
import { sleepMidpoint } from '../regularity/sleep-regularity.ts';
import type { HypnogramStage } from '../sleep/sleep-bounds.ts';
import type { SleepStatistics } from '../sleep/sleep-statistics.ts';
import type { NightEvent, NightStage, NightTrends } from './night-analysis.ts';

export interface MetricsInput {
  statistics: SleepStatistics;
  trends: Pick<NightTrends, 'heartRate' | 'respirationRate' | 'temperature'>;
  /** Minutes of the trends within the time in bed, [from, to). */
  inBedMinutes: [number, number];
  variability: readonly HeartRateVariability[];
  /** Events in the time in bed. */
  events: readonly NightEvent[];
  presenceMeasured: boolean;
  episodes: readonly SleepEpisode[];
  /** Onset and end of the main sleep in minutes after local midnight, if there is one. */
  mainSleep: { onsetMinutes: number; wakeMinutes: number } | undefined;
}

/** Converts a stage to the name that the AASM and actigraphy use. */
export function hypnogramStage(stage: NightStage): HypnogramStage {
  switch (stage) {
    case 'wake':
      return 'W';
    case 'light':
      return 'N2';
    case 'deep':
      return 'N3';
    case 'rem':
      return 'R';
    case 'asleep':
      return 'S';
    case 'missing':
      return '?';
  }
}

/** Every figure of a night by name; minutes unless the name says otherwise. */
export function nightMetrics(input: MetricsInput): Record<string, number | null> {
  const { statistics, trends, inBedMinutes, variability, episodes, mainSleep } = input;
  const {
    TIB,
    SPT,
    TST,
    SE,
    SME,
    SOL,
    LPS,
    WASO,
    WASOinSPT,
    awakenings,
    REMLatency,
    eventsPerHour,
  } = statistics;
  // Without a known epoch, zero minutes of sleep would be a false statement.
  const sleep =
    statistics.coverage > 0
      ? { SPT, TST, SE, SME, SOL, LPS, WASO, WASOinSPT, awakenings, REMLatency }
      : unknownSleep;
  const naps = episodes.filter(({ kind }) => kind === 'nap');
  const of = (trend: readonly (number | null)[]) =>
    trend.slice(...inBedMinutes).filter((value) => value !== null);
  return {
    TIB,
    ...sleep,
    respiratoryEventsPerHour: eventsPerHour,
    ...countBedExits(input),
    sleepMidpoint: mainSleep ? sleepMidpoint(mainSleep) : null,
    napCount: naps.length,
    napMinutes: naps.reduce((sum, { minutesAsleep }) => sum + minutesAsleep, 0),
    secondPartMinutes: episodes
      .filter(({ kind }) => kind === 'secondPart')
      .reduce((sum, { minutesAsleep }) => sum + minutesAsleep, 0),
    ...summarise('heartRate', of(trends.heartRate)),
    ...summarise('respirationRate', of(trends.respirationRate)),
    ...summarise('temperature', of(trends.temperature)),
    RMSSD: meanOrNull(variability.map((window) => window.RMSSD)),
    SDNN: meanOrNull(variability.map((window) => window.SDNN)),
    pNN50: meanOrNull(variability.map((window) => window.pNN50)),
    LFHF: meanOrNull(variability.map((window) => window.LFHF)),
  };
}

const unknownSleep = {
  SPT: null,
  TST: null,
  SE: null,
  SME: null,
  SOL: null,
  LPS: null,
  WASO: null,
  WASOinSPT: null,
  awakenings: null,
  REMLatency: null,
};

/** Both null if nothing measured presence and no exit was found. */
function countBedExits({
  events,
  presenceMeasured,
}: Pick<MetricsInput, 'events' | 'presenceMeasured'>): Record<string, number | null> {
  const exits = events.filter(({ kind }) => kind === 'bedExit');
  if (exits.length === 0 && !presenceMeasured)
    return { outOfBedCount: null, outOfBedMinutes: null };
  return {
    outOfBedCount: exits.length,
    outOfBedMinutes: exits.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 60_000, 0),
  };
}

function meanOrNull(values: readonly number[]): number | null {
  const measured = values.filter((value) => Number.isFinite(value));
  return measured.length === 0
    ? null
    : measured.reduce((sum, value) => sum + value, 0) / measured.length;
}

function summarise(name: string, values: readonly number[]): Record<string, number | null> {
  const mean = meanOrNull(values);
  if (mean === null)
    return {
      [`${name}Mean`]: null,
      [`${name}Least`]: null,
      [`${name}Most`]: null,
      [`${name}SD`]: null,
    };
  return {
    [`${name}Mean`]: mean,
    [`${name}Least`]: values.reduce((least, value) => Math.min(least, value)),
    [`${name}Most`]: values.reduce((most, value) => Math.max(most, value)),
    [`${name}SD`]: Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
    ),
  };
}
