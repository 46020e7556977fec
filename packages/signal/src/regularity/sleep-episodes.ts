import { asleepLabel, type SleepWakeLabels } from '../actigraphy/sleep-wake-labels.ts';

/**
 * One sleep of a day, in epochs of the labels; from the first epoch of sleep to the last, `toEpoch`
 * not included.
 */
export interface SleepEpisode {
  kind: 'main' | 'secondPart' | 'nap';
  fromEpoch: number;
  toEpoch: number;
  minutesAsleep: number;
}

/** Awake for longer than this, one is up: what follows is another sleep. */
const APART_MINUTES = 60;
/** Less sleep than this is a doze that nobody calls a nap. */
const LEAST_MINUTES = 15;
/**
 * A sleep of at least this, or of at least a third of the main one, is a second part of a split
 * night, not a nap.
 */
const SECOND_PART_MINUTES = 150;
const SECOND_PART_SHARE = 1 / 3;
/**
 * …when it begins within this time of the end of the main sleep or ends within it of its beginning.
 */
const SECOND_PART_NEAR_MINUTES = 4 * 60;

/**
 * The sleeps of a day, at whatever hour: the longest is the main one, so that a day sleeper has a
 * main sleep by day. Another long one near it makes a split night; the rest are naps. Unknown
 * epochs lengthen no sleep; an hour of them ends it as an hour awake does. The limits are ours
 * (there is no standard), and are parameters of the night's result.
 */
export function sleepEpisodes(labels: SleepWakeLabels, epochSeconds: number): SleepEpisode[] {
  const minutes = (epochs: number) => (epochs * epochSeconds) / 60;
  const found: SleepEpisode[] = [];
  let [from, to, asleep] = [-1, -1, 0];
  const close = () => {
    if (from >= 0 && minutes(asleep) >= LEAST_MINUTES)
      found.push({ kind: 'nap', fromEpoch: from, toEpoch: to, minutesAsleep: minutes(asleep) });
    [from, to, asleep] = [-1, -1, 0];
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
  leastMinutes: LEAST_MINUTES,
  secondPartMinutes: SECOND_PART_MINUTES,
} as const;
