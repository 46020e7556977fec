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

/** Out of bed for longer than this, what follows is another time in bed. */
export const apartMinutes = 60;
const EPOCHS_PER_MINUTE = 60 / epochSeconds;

/** Epochs [from, to) from going to bed to getting up, short absences included. */
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
 * Stages of a night. Each time in bed is scored by itself (`scoreSleepWake`), on activity and the
 * heart; out of bed is wake; an epoch without activity is missing, since a heart rate alone does
 * not tell sleep from rest. Stages of sleep are not told apart: that takes a model for heart and
 * breathing together, for which there are no recordings to judge by.
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
  const stages = Array.from(labels, (label): NightStage =>
    label === asleepLabel ? 'asleep' : label === awakeLabel ? 'wake' : 'missing',
  );
  return { stages, presence, probabilityOfSleep, labels, timesInBed };
}

/**
 * What a sensor on a still sleeper reads (noise, heart, breath: 0.5..3 mg, `createMovement`);
 * movement begins above.
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

const LEAST_BEATS = 12;

/**
 * Heart rate a minute of each epoch: from the beats in it and its neighbours, else as the device
 * says.
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
  let [first, last] = [0, 0];
  return Float64Array.from({ length: epochs }, (_, epoch) => {
    const startMs = fromMs + epoch * epochMs;
    while (first < beatsMs.length && (beatsMs[first] ?? 0) < startMs - epochMs / 2) first += 1;
    while (last < beatsMs.length && (beatsMs[last] ?? 0) < startMs + 1.5 * epochMs) last += 1;
    return last - first >= LEAST_BEATS
      ? meanHeartRate(beatsMs.slice(first, last))
      : (deviceHeartRate[epoch] ?? Number.NaN);
  });
}
