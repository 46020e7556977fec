import type { NightBand, NightTrends } from './night-analysis.ts';
import { epochHeartRates } from './night-epochs.ts';
import { epochSeconds } from './night-input.ts';
import type { NightSignals } from './night-signals.ts';

const EPOCHS_PER_MINUTE = 60 / epochSeconds;
/** Minutes on either side included in a band: a minute has two epochs, too few for a range. */
const BAND_MINUTES = 2;

/** Trend of each figure, one value per minute. */
export function nightTrends(signals: NightSignals, fromMs: number): NightTrends {
  const minutes = Math.floor(signals.epochs / EPOCHS_PER_MINUTE);
  const heartRates = epochHeartRates(signals, fromMs);
  const mean = (values: ArrayLike<number>) =>
    Array.from({ length: minutes }, (_, minute) =>
      meanOrNull(measuredIn(values, minute, minute + 1)),
    );
  return {
    heartRate: mean(heartRates),
    heartRateBand: toBand(heartRates, minutes),
    respirationRate: mean(signals.respirationRate),
    respirationRateBand: toBand(signals.respirationRate, minutes),
    movement: mean(signals.activityMg),
    temperature: mean(signals.temperature),
    posture: Array.from(
      { length: minutes },
      (_, minute) => signals.posture[(minute + 1) * EPOCHS_PER_MINUTE - 1] ?? null,
    ),
  };
}

/** Null for a minute that was not measured itself. */
function toBand(values: ArrayLike<number>, minutes: number): NightBand {
  const around = Array.from({ length: minutes }, (_, minute) =>
    measuredIn(values, minute, minute + 1).length === 0
      ? []
      : measuredIn(values, Math.max(0, minute - BAND_MINUTES), minute + BAND_MINUTES + 1),
  );
  return {
    least: around.map((near) => (near.length === 0 ? null : Math.min(...near))),
    most: around.map((near) => (near.length === 0 ? null : Math.max(...near))),
  };
}

function measuredIn(values: ArrayLike<number>, fromMinute: number, toMinute: number): number[] {
  const found: number[] = [];
  for (
    let epoch = fromMinute * EPOCHS_PER_MINUTE;
    epoch < Math.min(values.length, toMinute * EPOCHS_PER_MINUTE);
    epoch++
  ) {
    const value = values[epoch] ?? Number.NaN;
    if (!Number.isNaN(value)) found.push(value);
  }
  return found;
}

const meanOrNull = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
