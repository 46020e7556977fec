import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from '../actigraphy/sleep-wake-labels.ts';
import type { HeartRateVariability } from '../hrv/heart-rate-variability.ts';
import { type SleepEpisode, sleepEpisodes } from '../regularity/sleep-episodes.ts';
import type { Bounds } from '../sleep/sleep-bounds.ts';
import { sleepStatistics, type SleepStatistics } from '../sleep/sleep-statistics.ts';
import type { NightEvent, NightSleep, NightStage, NightTrends } from './night-analysis.ts';
import type { TimeInBed } from './night-epochs.ts';
import { epochSeconds } from './night-input.ts';
import { hypnogramStage, nightMetrics } from './night-metrics.ts';

const EPOCH_MS = 1000 * epochSeconds;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** A night with scored epochs, from which the figures are computed. */
export interface ScoredNight {
  fromMs: number;
  /** Local time minus UTC. */
  utcOffsetMinutes: number;
  stages: readonly NightStage[];
  timesInBed: readonly TimeInBed[];
  trends: Pick<NightTrends, 'heartRate' | 'respirationRate' | 'temperature'>;
  events: readonly NightEvent[];
  variability: readonly HeartRateVariability[];
  /**
   * Whether there was a breathing channel; without one the number of events is unknown rather than
   * 0.
   */
  breathingMeasured: boolean;
  /**
   * Whether a signal or a correction showed who was in bed; without it the number of bed exits is
   * unknown rather than 0.
   */
  presenceMeasured: boolean;
}

export interface NightFigures {
  sleeps: NightSleep[];
  metrics: Record<string, number | null>;
  bounds: Record<string, Bounds>;
  /** Scored share of the time in bed, 0..1. */
  coverage: number;
}

/**
 * Computes the sleep episodes of a night, and the figures of the time in bed with the main sleep.
 */
export function nightFigures(night: ScoredNight): NightFigures {
  const { fromMs, stages, trends, events } = night;
  const episodes = sleepEpisodes(toLabels(stages), epochSeconds);
  const main = episodes.find(({ kind }) => kind === 'main');
  const inBed = findMainSleep(night.timesInBed, main);
  const statistics = computeStatistics(stages, inBed, events, fromMs);
  const localMinutes = (epoch: number) =>
    ((fromMs + epoch * EPOCH_MS) / MINUTE_MS + night.utcOffsetMinutes) % DAY_MINUTES;
  return {
    sleeps: episodes.map(({ kind, fromEpoch, toEpoch, minutesAsleep }) => ({
      kind,
      fromMs: fromMs + fromEpoch * EPOCH_MS,
      toMs: fromMs + toEpoch * EPOCH_MS,
      minutesAsleep,
    })),
    metrics: nightMetrics({
      statistics: night.breathingMeasured ? statistics : { ...statistics, eventsPerHour: null },
      trends,
      inBedMinutes: [
        Math.floor((inBed.fromEpoch * epochSeconds) / 60),
        Math.ceil((inBed.toEpoch * epochSeconds) / 60),
      ],
      variability: night.variability.filter(
        (window) =>
          window.fromSeconds >= inBed.fromEpoch * epochSeconds &&
          window.toSeconds <= inBed.toEpoch * epochSeconds,
      ),
      events: events.filter(
        (event) =>
          event.fromMs >= fromMs + inBed.fromEpoch * EPOCH_MS &&
          event.fromMs < fromMs + inBed.toEpoch * EPOCH_MS,
      ),
      presenceMeasured: night.presenceMeasured,
      episodes,
      mainSleep: main && {
        onsetMinutes: localMinutes(main.fromEpoch),
        wakeMinutes: localMinutes(main.toEpoch),
      },
    }),
    bounds: { ...statistics.bounds },
    coverage: statistics.coverage,
  };
}

/** Labels of sleep, wake or unknown, irrespective of the sleep stage. */
export const toLabels = (stages: readonly NightStage[]): SleepWakeLabels =>
  Int8Array.from(stages, (stage) => {
    if (stage === 'missing') return unknownLabel;
    return stage === 'wake' ? awakeLabel : asleepLabel;
  });

/** The time in bed with the main sleep, otherwise the longest one, otherwise an empty one. */
function findMainSleep(
  timesInBed: readonly TimeInBed[],
  main: SleepEpisode | undefined,
): TimeInBed {
  const holding = timesInBed.find(
    ({ fromEpoch, toEpoch }) => main && main.fromEpoch >= fromEpoch && main.fromEpoch < toEpoch,
  );
  const longest = timesInBed.toSorted(
    (a, b) => b.toEpoch - b.fromEpoch - (a.toEpoch - a.fromEpoch),
  )[0];
  return holding ?? longest ?? { fromEpoch: 0, toEpoch: 0 };
}

function computeStatistics(
  stages: readonly NightStage[],
  { fromEpoch, toEpoch }: TimeInBed,
  events: readonly NightEvent[],
  fromMs: number,
): SleepStatistics {
  const isAsleepAt = (atMs: number) => {
    const stage = stages[Math.floor((atMs - fromMs) / EPOCH_MS)] ?? 'missing';
    return stage !== 'missing' && stage !== 'wake';
  };
  const breathing = events
    .filter(({ kind, fromMs: at }) => (kind === 'apnea' || kind === 'hypopnea') && isAsleepAt(at))
    .map((event) => ({
      kind: event.kind,
      onsetSeconds: (event.fromMs - fromMs) / 1000,
      durationSeconds: (event.toMs - event.fromMs) / 1000,
    }))
    .filter(
      ({ onsetSeconds }) =>
        onsetSeconds >= fromEpoch * epochSeconds && onsetSeconds < toEpoch * epochSeconds,
    );
  return sleepStatistics(
    stages.slice(fromEpoch, toEpoch).map(hypnogramStage),
    epochSeconds,
    breathing,
  );
}
