import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from '../actigraphy/sleep-wake-labels.ts';
import { meanHeartRate } from '../beats/heart-rate.ts';
import { scoreSleepWake } from '../sleep/sleep-wake.ts';
import type { NightPresence, NightStage } from './night-analysis.ts';
import { epochSeconds } from './night-input.ts';
import type { NightSignals } from './night-signals.ts';

/** After this long out of bed, a new time in bed begins. */
export const apartMinutes = 60;
const EPOCHS_PER_MINUTE = 60 / epochSeconds;

/** Epochs [from, to) from going to bed to getting up, including short absences. */
export interface TimeInBed {
  fromEpoch: number;
  toEpoch: number;
}

export interface NightEpochs {
  stages: NightStage[];
  presence: NightPresence[];
  probabilityOfSleep: (number | null)[];
  labels: SleepWakeLabels;
  timesInBed: TimeInBed[];
}

/**
 * Scores the stages of a night. Each time in bed is scored separately (`scoreSleepWake`) from
 * activity and heart rate. Out of bed is wake. An epoch without activity is missing, since heart
 * rate alone does not distinguish sleep from rest. Sleep stages are not distinguished: there are no
 * recordings to validate a model of heart and breathing on.
 */
export function scoreNightEpochs(signals: NightSignals, fromMs: number): NightEpochs {
  const presence = signals.presence.map((one): NightPresence => one ?? 'unknown');
  const heartRate = epochHeartRates(signals, fromMs);
  const labels = new Int8Array(signals.epochs).fill(unknownLabel);
  const probabilityOfSleep: (number | null)[] = Array.from({ length: signals.epochs }, () => null);
  const timesInBed = findTimesInBed(presence);
  for (const { fromEpoch, toEpoch } of timesInBed) {
    const activity = signals.activityMg
      .slice(fromEpoch, toEpoch)
      .map((value, i) =>
        presence[fromEpoch + i] === 'inBed' ? Math.max(0, value - restingMg) : Number.NaN,
      );
    const scored = scoreSleepWake(activity, heartRate.subarray(fromEpoch, toEpoch));
    for (const [i, label] of scored.labels.entries()) {
      if (Number.isNaN(activity[i] ?? Number.NaN)) continue;
      labels[fromEpoch + i] = label;
      probabilityOfSleep[fromEpoch + i] = scored.probabilityOfSleep[i] ?? null;
    }
  }
  for (const [epoch, here] of presence.entries())
    if (here === 'outOfBed') labels[epoch] = awakeLabel;
  const stages = Array.from(labels, (label): NightStage => {
    if (label === asleepLabel) return 'asleep';
    return label === awakeLabel ? 'wake' : 'missing';
  });
  return { stages, presence, probabilityOfSleep, labels, timesInBed };
}

/**
 * Activity of a sensor on a still sleeper (noise, heart, breathing: 0.5..3 mg, `createMovement`);
 * movement is above it.
 */
export const restingMg = 3;

export function findTimesInBed(presence: readonly NightPresence[]): TimeInBed[] {
  const found: TimeInBed[] = [];
  for (const [epoch, here] of presence.entries()) {
    if (here !== 'inBed') continue;
    const last = found.at(-1);
    if (last && epoch - last.toEpoch <= apartMinutes * EPOCHS_PER_MINUTE) last.toEpoch = epoch + 1;
    else found.push({ fromEpoch: epoch, toEpoch: epoch + 1 });
  }
  return found;
}

const MIN_BEATS = 12;

/**
 * Heart rate per minute of each epoch, from the beats of the epoch and half an epoch on either
 * side, or from the device where there are too few beats.
 */
export function epochHeartRates(
  {
    beatsMs,
    deviceHeartRate,
    epochs,
  }: Pick<NightSignals, 'beatsMs' | 'deviceHeartRate' | 'epochs'>,
  fromMs: number,
): Float64Array {
  const epochMs = 1000 * epochSeconds;
  let first = 0;
  let last = 0;
  return Float64Array.from({ length: epochs }, (_, epoch) => {
    const startMs = fromMs + epoch * epochMs;
    while (first < beatsMs.length && (beatsMs[first] ?? 0) < startMs - epochMs / 2) first += 1;
    while (last < beatsMs.length && (beatsMs[last] ?? 0) < startMs + 1.5 * epochMs) last += 1;
    return last - first >= MIN_BEATS
      ? meanHeartRate(beatsMs.slice(first, last))
      : (deviceHeartRate[epoch] ?? Number.NaN);
  });
}
