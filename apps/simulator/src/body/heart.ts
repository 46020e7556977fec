import type { Random } from '../random.ts';

export type BeatKind = 'normal' | 'premature';
export type HeartBeat = {
  readonly atSeconds: number;
  readonly kind: BeatKind;
  readonly intervalSeconds: number;
};

export type Rhythm = 'sinus' | 'fibrillation';

export type HeartSettings = {
  readonly ratePerMinute: number;
  readonly rhythm: Rhythm;
  /** Share of premature ventricular contractions, 0 to 1. */
  readonly prematureShare: number;
};

/**
 * A heart as a sequence of beats. Sinus rhythm follows breathing (respiratory sinus arrhythmia) and
 * drifts slowly; fibrillation is irregular; a premature beat is followed by a pause.
 */
type Heart = {
  /** The beats around `timeSeconds`, which must not decrease. */
  readonly around: (timeSeconds: number) => readonly HeartBeat[];
};

const AHEAD_SECONDS = 2;
const BEHIND_SECONDS = 2.5;
const ARRHYTHMIA_SHARE = 0.05;

export function createHeart(
  random: Random,
  settings: () => HeartSettings,
  lungVolume: (timeSeconds: number) => number,
): Heart {
  const beats: HeartBeat[] = [];
  let drift = 0;
  let pauseNext = false;

  function next(previous: HeartBeat | undefined, fromSeconds: number): HeartBeat {
    const { ratePerMinute, rhythm, prematureShare } = settings();
    drift = 0.97 * drift + 0.012 * random.normal();
    const base =
      (60 / ratePerMinute) *
      (1 + drift - ARRHYTHMIA_SHARE * (lungVolume(previous?.atSeconds ?? fromSeconds) - 0.5));
    const kind: BeatKind = !pauseNext && random.uniform() < prematureShare ? 'premature' : 'normal';
    let interval =
      rhythm === 'fibrillation' ? base * Math.max(0.5, 1 + 0.22 * random.normal()) : base;
    if (kind === 'premature') interval *= 0.62;
    else if (pauseNext) interval *= 1.35;
    pauseNext = kind === 'premature';
    return {
      atSeconds: (previous?.atSeconds ?? fromSeconds) + interval,
      kind,
      intervalSeconds: interval,
    };
  }

  return {
    around(timeSeconds) {
      const last = beats.at(-1);
      // After a long gap between calls, restart instead of filling the gap beat by beat.
      if (last !== undefined && timeSeconds - last.atSeconds > 60) beats.length = 0;
      while ((beats.at(-1)?.atSeconds ?? -Infinity) < timeSeconds + AHEAD_SECONDS)
        beats.push(next(beats.at(-1), timeSeconds - BEHIND_SECONDS));
      while ((beats[0]?.atSeconds ?? Infinity) < timeSeconds - BEHIND_SECONDS) beats.shift();
      return beats;
    },
  };
}
