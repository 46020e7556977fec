import { asleepLabel, type SleepWakeLabels } from '../actigraphy/sleep-wake-labels.ts';

/** One sleep episode, from its first to its last epoch of sleep; `toEpoch` is exclusive. */
export interface SleepEpisode {
  kind: 'main' | 'secondPart' | 'nap';
  fromEpoch: number;
  toEpoch: number;
  minutesAsleep: number;
}

/** A longer interruption separates two episodes. */
const APART_MINUTES = 60;
/** An episode with less sleep than this is ignored. */
const MIN_MINUTES = 15;
/**
 * An episode near the main one is the second part of a split night rather than a nap if it has at
 * least this much sleep, or at least an hour and a third of the main one's.
 */
const SECOND_PART_MINUTES = 150;
const SECOND_PART_SHARE = 1 / 3;
/** Maximum time between the main episode and a second part. */
const SECOND_PART_NEAR_MINUTES = 4 * 60;

/**
 * Finds the sleep episodes of a day at any hour. The longest is the main one, so a day sleeper's
 * main sleep is by day. Another long one near it makes a split night; the rest are naps. Unknown
 * epochs do not lengthen an episode; an hour of them ends it, as does an hour awake. There is no
 * standard for these limits; they are stored as parameters of the night's result.
 */
export function sleepEpisodes(labels: SleepWakeLabels, epochSeconds: number): SleepEpisode[] {
  const minutes = (epochs: number) => (epochs * epochSeconds) / 60;
  const found: SleepEpisode[] = [];
  let from = -1;
  let to = -1;
  let asleep = 0;
  const close = () => {
    if (from >= 0 && minutes(asleep) >= MIN_MINUTES)
      found.push({ kind: 'nap', fromEpoch: from, toEpoch: to, minutesAsleep: minutes(asleep) });
    from = -1;
    to = -1;
    asleep = 0;
  };
  for (let epoch = 0; epoch < labels.length; epoch++) {
    if (from >= 0 && minutes(epoch - to) > APART_MINUTES) close();
    if (labels[epoch] !== asleepLabel) continue;
    if (from < 0) from = epoch;
    to = epoch + 1;
    asleep += 1;
  }
  close();
  return nameEpisodes(found, minutes);
}

function nameEpisodes(found: SleepEpisode[], minutes: (epochs: number) => number): SleepEpisode[] {
  const main = found.reduce<SleepEpisode | undefined>(
    (longest, one) => (longest && longest.minutesAsleep >= one.minutesAsleep ? longest : one),
    undefined,
  );
  if (!main) return [];
  return found.map((episode) => {
    if (episode === main) return { ...episode, kind: 'main' };
    const long =
      episode.minutesAsleep >= SECOND_PART_MINUTES ||
      (episode.minutesAsleep >= 60 &&
        episode.minutesAsleep >= SECOND_PART_SHARE * main.minutesAsleep);
    const apart =
      episode.fromEpoch >= main.toEpoch
        ? episode.fromEpoch - main.toEpoch
        : main.fromEpoch - episode.toEpoch;
    return {
      ...episode,
      kind: long && minutes(apart) <= SECOND_PART_NEAR_MINUTES ? 'secondPart' : 'nap',
    };
  });
}

export const sleepEpisodeLimits = {
  apartMinutes: APART_MINUTES,
  minMinutes: MIN_MINUTES,
  secondPartMinutes: SECOND_PART_MINUTES,
} as const;
