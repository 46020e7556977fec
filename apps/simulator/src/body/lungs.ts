import type { Random } from '../random.ts';

export type BreathSettings = {
  /** 0 while breathing has stopped. */
  readonly ratePerMinute: number;
  /** 1 is a breath at rest. */
  readonly depth: number;
  /** Relative variation between breaths, from 0.03 in deep sleep to 0.2 awake. */
  readonly irregularity: number;
};

/** Lung volume over time; every breath has its own length and depth. */
type Lungs = {
  /**
   * 0 at the end of expiration, 1 at the end of inspiration at rest. Time must increase in small
   * steps.
   */
  readonly volume: (timeSeconds: number) => number;
};

type Breath = {
  readonly fromSeconds: number;
  readonly lengthSeconds: number;
  readonly depth: number;
};

/** Share of inspiration in a breath at rest. */
const INSPIRATION_SHARE = 0.42;
/** Interval between checks for the next breath while breathing has stopped. */
const STILL_SECONDS = 0.25;
const MAX_BREATHS = 8;

export function createLungs(random: Random, settings: () => BreathSettings): Lungs {
  const breaths: Breath[] = [];

  function next(fromSeconds: number): Breath {
    const { ratePerMinute, depth, irregularity } = settings();
    if (ratePerMinute <= 0) return { fromSeconds, lengthSeconds: STILL_SECONDS, depth: 0 };
    const vary = (): number => Math.max(0.4, 1 + irregularity * random.normal());
    return { fromSeconds, lengthSeconds: (60 / ratePerMinute) * vary(), depth: depth * vary() };
  }

  return {
    volume(timeSeconds) {
      const newest = breaths.at(-1);
      if (newest === undefined || timeSeconds - newest.fromSeconds > 60)
        breaths.splice(0, breaths.length, next(timeSeconds));
      let last = breaths.at(-1);
      while (last !== undefined && last.fromSeconds + last.lengthSeconds <= timeSeconds) {
        last = next(last.fromSeconds + last.lengthSeconds);
        breaths.push(last);
      }
      if (breaths.length > MAX_BREATHS) breaths.splice(0, breaths.length - MAX_BREATHS);
      const breath = breaths.findLast((candidate) => candidate.fromSeconds <= timeSeconds);
      return breath === undefined
        ? 0
        : breath.depth * breathShape((timeSeconds - breath.fromSeconds) / breath.lengthSeconds);
    },
  };
}

/** A raised cosine up, and a skewed one down for the elastic recoil of the lungs. */
function breathShape(phase: number): number {
  if (phase >= 1) return 0;
  if (phase < INSPIRATION_SHARE) return 0.5 - 0.5 * Math.cos((Math.PI * phase) / INSPIRATION_SHARE);
  const out = (phase - INSPIRATION_SHARE) / (1 - INSPIRATION_SHARE);
  return 0.5 + 0.5 * Math.cos(Math.PI * out ** 0.8);
}
