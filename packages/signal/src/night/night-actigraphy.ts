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
 * Scores the activity of a night with the published algorithms of Sadeh and of Cole and Kripke, as
 * a second opinion on the stages. They were fitted to counts of a wrist device; one mg·s above rest
 * counts as one, so that turning over yields some hundreds per minute, as on the wrist. Minutes out
 * of bed are wake, minutes of unknown presence are unknown. Null without an accelerometer.
 */
export function nightActigraphy(
  signals: NightSignals,
  presence: readonly NightPresence[],
): NightAnalysis['actigraphy'] {
  if (!signals.kinds.has('accelerometer')) return null;
  const minutes = Math.floor(signals.epochs / EPOCHS_PER_MINUTE);
  const counts = Float64Array.from({ length: minutes }, (_, minute) =>
    sumMinute(signals.activityMg, minute),
  );
  const score = (labels: SleepWakeLabels): NightScore => {
    const letters = labelLetters(
      labels.map((label, minute) => applyPresence(label, presence, minute)),
    );
    return { minutes: letters, minutesAsleep: letters.filter((letter) => letter === 'S').length };
  };
  return { sadeh: score(scoreSadeh(counts)), coleKripke: score(scoreColeKripke(counts)) };
}

/** Activity above rest in mg·s; NaN unless the whole minute was measured. */
function sumMinute(activityMg: Float32Array, minute: number): number {
  let sum = 0;
  for (let epoch = minute * EPOCHS_PER_MINUTE; epoch < (minute + 1) * EPOCHS_PER_MINUTE; epoch++)
    sum += Math.max(0, (activityMg[epoch] ?? Number.NaN) - restingMg) * epochSeconds;
  return sum;
}

function applyPresence(label: number, presence: readonly NightPresence[], minute: number): number {
  const here = presence.slice(minute * EPOCHS_PER_MINUTE, (minute + 1) * EPOCHS_PER_MINUTE);
  if (here.includes('outOfBed')) return awakeLabel;
  return here.includes('inBed') ? label : unknownLabel;
}
