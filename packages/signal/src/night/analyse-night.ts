import { heartRateVariability } from '../hrv/heart-rate-variability.ts';
import { sleepEpisodeLimits } from '../regularity/sleep-episodes.ts';
import { breathingEventLimits } from '../respiration/breathing-events.ts';
import sleepWakeModel from '../sleep/sleep-wake-model.json' with { type: 'json' };
import type { NightAnalysis, NightQuality } from './night-analysis.ts';
import { apartMinutes, type NightEpochs, scoreNightEpochs } from './night-epochs.ts';
import { gapSeconds, movementMg, nightEvents } from './night-events.ts';
import { nightActigraphy } from './night-actigraphy.ts';
import { nightFigures } from './night-figures.ts';
import { epochSeconds, type NightInput } from './night-input.ts';
import { type NightSignals, readNightSignals } from './night-signals.ts';
import { nightTrends } from './night-trends.ts';

/** Increase the version whenever the same samples would give a different result. */
export const nightAlgorithm = { name: 'yamori-night', version: '3' } as const;

/**
 * Analyses one night of a room: epochs, trends, events, figures with their bounds, naps and
 * provenance. Reads the channels in one pass; memory grows by a few values per epoch, regardless of
 * the sample rate. Never throws on samples; without any, every epoch is missing.
 */
export function analyseNight(input: NightInput): NightAnalysis {
  return assembleNightResult(input, readNightSignals(input));
}

/** Derives the result from the signals of a night. */
export function assembleNightResult(input: NightInput, signals: NightSignals): NightAnalysis {
  const { fromMs, toMs } = input;
  const scored = scoreNightEpochs(signals, fromMs);
  const trends = nightTrends(signals, fromMs);
  const events = nightEvents(signals, scored.presence, fromMs);
  const variability = heartRateVariability(
    signals.beatsMs.map((beat) => (beat - fromMs) / 1000),
    (toMs - fromMs) / 1000,
  );
  const figures = nightFigures({
    fromMs,
    utcOffsetMinutes: input.utcOffsetMinutes,
    ...scored,
    trends,
    events,
    variability,
    breathingMeasured: signals.breathing !== undefined,
    presenceMeasured: isPresenceMeasured(signals, scored),
  });
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
    sleeps: figures.sleeps,
    metrics: figures.metrics,
    actigraphy: nightActigraphy(signals, scored.presence),
    bounds: figures.bounds,
    quality: assessQuality(signals, scored, figures.coverage),
    provenance: describeProvenance(signals),
  };
}

/** Signals that show a person leaving the bed; the flow of a mask or a heart rate does not. */
const BED_SIGNALS = ['accelerometer', 'impedance', 'eitSum', 'rates'] as const;

const isPresenceMeasured = (signals: NightSignals, { presence }: NightEpochs): boolean =>
  BED_SIGNALS.some((kind) => signals.kinds.has(kind)) &&
  presence.some((state) => state !== 'unknown');

const GOOD_COVERAGE = 0.9;
const PARTIAL_COVERAGE = 0.5;

function assessQuality(
  signals: NightSignals,
  { timesInBed }: NightEpochs,
  coverage: number,
): NightAnalysis['quality'] {
  const code = (): NightQuality => {
    if (!signals.seen.includes(1)) return 'noData';
    if (!signals.kinds.has('accelerometer')) return 'noSleepSignals';
    if (timesInBed.length === 0) return 'nobodyInBed';
    if (coverage >= GOOD_COVERAGE) return 'good';
    return coverage >= PARTIAL_COVERAGE ? 'partial' : 'poor';
  };
  const share = (seen: Uint8Array) =>
    seen.length === 0 ? 0 : seen.reduce((sum, value) => sum + value, 0) / seen.length;
  return {
    code: code(),
    coverage,
    recorded: share(signals.seen),
    signals: Object.fromEntries(
      [...signals.seenByChannel].map(([kind, seen]) => [kind, share(seen)]),
    ),
  };
}

function describeProvenance(signals: NightSignals): NightAnalysis['provenance'] {
  return {
    algorithm: nightAlgorithm.name,
    version: nightAlgorithm.version,
    signals: [...signals.kinds].toSorted(),
    segments: [...signals.sources],
    // Names are stored with each night, so they stay as they are when a constant is renamed.
    parameters: {
      epochSeconds,
      sleepWakeModel: sleepWakeModel.version,
      sleepFromProbability: sleepWakeModel.asleepFrom,
      stages: 'sleepWakeOnly',
      apartMinutes,
      movementMg,
      gapSeconds,
      secondPartMinutes: sleepEpisodeLimits.secondPartMinutes,
      leastSleepMinutes: sleepEpisodeLimits.minMinutes,
      apneaBelow: breathingEventLimits.apneaBelow,
      hypopneaBelow: breathingEventLimits.hypopneaBelow,
      leastSeconds: breathingEventLimits.minSeconds,
      longestSeconds: breathingEventLimits.maxSeconds,
    },
  };
}
