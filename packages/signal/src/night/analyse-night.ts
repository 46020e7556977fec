import { heartRateVariability } from '../hrv/heart-rate-variability.ts';
import { sleepEpisodeLimits, sleepEpisodes, type SleepEpisode } from '../regularity/sleep-episodes.ts';
import { breathingEventLimits } from '../respiration/breathing-events.ts';
import { sleepStatistics, type SleepStatistics } from '../sleep/sleep-statistics.ts';
import { sleepWakeSettings } from '../sleep/sleep-wake-model.ts';
import type { NightAnalysis, NightEvent, NightQuality } from './night-analysis.ts';
import { apartMinutes, type NightEpochs, scoreNightEpochs, type TimeInBed } from './night-epochs.ts';
import { gapSeconds, movementMg, nightEvents } from './night-events.ts';
import { nightActigraphy } from './night-actigraphy.ts';
import { epochSeconds, type NightInput } from './night-input.ts';
import { hypnogramStage, nightMetrics } from './night-metrics.ts';
import { type NightSignals, readNightSignals } from './night-signals.ts';
import { nightTrends } from './night-trends.ts';

/** Raised whenever the same samples would give another result. */
export const nightAlgorithm = { name: 'yamori-night', version: '2' } as const;

const EPOCH_MS = 1000 * epochSeconds;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * A night from the samples of a room: epochs, trends, events, figures with their bounds, naps, and what all of it was made from.
 * One pass over the channels; memory grows with the length of the night by some values an epoch, not with the sample rate.
 * Never throws on samples; a night without any is all missing.
 */
export function analyseNight(input: NightInput): NightAnalysis {
  return resultOfNight(input, readNightSignals(input));
}

/** What the signals of a night say. */
export function resultOfNight(input: NightInput, signals: NightSignals): NightAnalysis {
  const { fromMs, toMs } = input;
  const scored = scoreNightEpochs(signals, fromMs);
  const trends = nightTrends(signals, fromMs);
  const events = nightEvents(signals, scored.presence, fromMs);
  const episodes = sleepEpisodes(scored.labels, epochSeconds);
  const main = episodes.find(({ kind }) => kind === 'main');
  const inBed = timeOfMainSleep(scored, main);
  const statistics = statisticsOf(scored, inBed, events, fromMs);
  const during = events.filter((event) => event.fromMs >= fromMs + inBed.fromEpoch * EPOCH_MS && event.fromMs < fromMs + inBed.toEpoch * EPOCH_MS);
  const localMinutes = (epoch: number) => ((fromMs + epoch * EPOCH_MS) / MINUTE_MS + input.utcOffsetMinutes) % DAY_MINUTES;
  const variability = heartRateVariability(signals.beatsMs.map((beat) => (beat - fromMs) / 1000), (toMs - fromMs) / 1000);
  return {
    fromMs,
    toMs,
    epochSeconds,
    epochs: scored.stages,
    presence: scored.presence,
    probabilityOfSleep: scored.probabilityOfSleep,
    trends,
    heartRateVariability: variability,
    events,
    sleeps: episodes.map(({ kind, fromEpoch, toEpoch, minutesAsleep }) => ({ kind, fromMs: fromMs + fromEpoch * EPOCH_MS, toMs: fromMs + toEpoch * EPOCH_MS, minutesAsleep })),
    metrics: nightMetrics({
      // Without flow or effort nobody looked for events, which is not the same as none.
      statistics: signals.breathing ? statistics : { ...statistics, eventsPerHour: null },
      trends,
      inBedMinutes: [Math.floor((inBed.fromEpoch * epochSeconds) / 60), Math.ceil((inBed.toEpoch * epochSeconds) / 60)],
      variability: variability.filter((window) => window.fromSeconds >= inBed.fromEpoch * epochSeconds && window.toSeconds <= inBed.toEpoch * epochSeconds),
      events: during,
      episodes,
      mainSleep: main && { onsetMinutes: localMinutes(main.fromEpoch), wakeMinutes: localMinutes(main.toEpoch) },
    }),
    actigraphy: nightActigraphy(signals, scored.presence),
    bounds: { ...statistics.bounds },
    quality: qualityOf(signals, scored, statistics),
    provenance: provenanceOf(signals),
  };
}

/** The time in bed that holds the main sleep, else the longest, else nothing. */
function timeOfMainSleep({ timesInBed }: NightEpochs, main: SleepEpisode | undefined): TimeInBed {
  const holding = timesInBed.find(({ fromEpoch, toEpoch }) => main && main.fromEpoch >= fromEpoch && main.fromEpoch < toEpoch);
  const longest = timesInBed.toSorted((a, b) => b.toEpoch - b.fromEpoch - (a.toEpoch - a.fromEpoch))[0];
  return holding ?? longest ?? { fromEpoch: 0, toEpoch: 0 };
}

function statisticsOf({ stages }: NightEpochs, { fromEpoch, toEpoch }: TimeInBed, events: readonly NightEvent[], fromMs: number): SleepStatistics {
  const breathing = events
    .filter(({ kind, fromMs: at }) => (kind === 'apnea' || kind === 'hypopnea') && stages[Math.floor((at - fromMs) / EPOCH_MS)] === 'asleep')
    .map((event) => ({ kind: event.kind, onsetSeconds: (event.fromMs - fromMs) / 1000, durationSeconds: (event.toMs - event.fromMs) / 1000 }))
    .filter(({ onsetSeconds }) => onsetSeconds >= fromEpoch * epochSeconds && onsetSeconds < toEpoch * epochSeconds);
  return sleepStatistics(stages.slice(fromEpoch, toEpoch).map(hypnogramStage), epochSeconds, breathing);
}

const GOOD_COVERAGE = 0.9;
const PARTIAL_COVERAGE = 0.5;

function qualityOf(signals: NightSignals, { timesInBed }: NightEpochs, { coverage }: SleepStatistics): NightAnalysis['quality'] {
  const code = (): NightQuality => {
    if (!signals.seen.includes(1)) return 'noData';
    if (!signals.kinds.has('accelerometer')) return 'noSleepSignals';
    if (timesInBed.length === 0) return 'nobodyInBed';
    if (coverage >= GOOD_COVERAGE) return 'good';
    return coverage >= PARTIAL_COVERAGE ? 'partial' : 'poor';
  };
  const share = (seen: Uint8Array) => (seen.length === 0 ? 0 : seen.reduce((sum, one) => sum + one, 0) / seen.length);
  return { code: code(), coverage, recorded: share(signals.seen), signals: Object.fromEntries([...signals.seenOf].map(([kind, seen]) => [kind, share(seen)])) };
}

function provenanceOf(signals: NightSignals): NightAnalysis['provenance'] {
  return {
    algorithm: nightAlgorithm.name,
    version: nightAlgorithm.version,
    signals: [...signals.kinds].toSorted(),
    segments: [...signals.sources],
    parameters: {
      epochSeconds,
      sleepWakeModel: sleepWakeSettings.version,
      sleepFromProbability: sleepWakeSettings.asleepFrom,
      stages: 'sleepWakeOnly',
      apartMinutes,
      movementMg,
      gapSeconds,
      secondPartMinutes: sleepEpisodeLimits.secondPartMinutes,
      leastSleepMinutes: sleepEpisodeLimits.leastMinutes,
      ...breathingEventLimits,
    },
  };
}
