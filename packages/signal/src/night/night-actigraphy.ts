import { scoreColeKripke } from '../actigraphy/cole-kripke.ts';
import { scoreSadeh } from '../actigraphy/sadeh.ts';
import {
  awakeLabel,
  labelLetters,
  type SleepWakeLabels,
  unknownLabel,
} from '../actigraphy/sleep-wake-labels.ts';
import type { NightAnalysis, NightPresence, NightScore } from './night-analysis.ts';
import { restingMg } from './night-epochs.ts';
import { epochSeconds } from './night-input.ts';
import type { NightSignals } from './night-signals.ts';

const EPOCHS_PER_MINUTE = 60 / epochSeconds;

/**
 * The published scores of Sadeh and of Cole and Kripke over the activity of a night. They were
 * fitted to the counts of a device at the wrist; a milli-g second above rest stands for a count
 * here, so that turning over gives some hundred a minute as it does there. A second opinion to
 * compare with, not the result. Out of bed is wake, as in the stages; unknown presence is not
 * known.
 */
export function nightActigraphy(
  signals: NightSignals,
  presence: readonly NightPresence[],
): NightAnalysis['actigraphy'] {
  if (!signals.kinds.has('accelerometer')) return null;
  const minutes = Math.floor(signals.epochs / EPOCHS_PER_MINUTE);
  const counts = Float64Array.from({ length: minutes }, (_, minute) =>
    countOf(signals.activityMg, minute),
  );
  const score = (labels: SleepWakeLabels): NightScore => {
    const letters = labelLetters(labels.map((label, minute) => placed(label, presence, minute)));
    return { minutes: letters, minutesAsleep: letters.filter((letter) => letter === 'S').length };
  };
  return { sadeh: score(scoreSadeh(counts)), coleKripke: score(scoreColeKripke(counts)) };
}

/** Milli-g seconds above rest; NaN unless the whole minute was measured. */
function countOf(activityMg: Float32Array, minute: number): number {
  let sum = 0;
  for (let epoch = minute * EPOCHS_PER_MINUTE; epoch < (minute + 1) * EPOCHS_PER_MINUTE; epoch++)
    sum += Math.max(0, (activityMg[epoch] ?? Number.NaN) - restingMg) * epochSeconds;
  return sum;
}

function placed(label: number, presence: readonly NightPresence[], minute: number): number {
  const here = presence.slice(minute * EPOCHS_PER_MINUTE, (minute + 1) * EPOCHS_PER_MINUTE);
  if (here.includes('outOfBed')) return awakeLabel;
  return here.includes('inBed') ? label : unknownLabel;
}
