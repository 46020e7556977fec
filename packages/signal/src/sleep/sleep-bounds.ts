/** Minimum and maximum of a figure. */
export interface Bounds {
  least: number;
  most: number;
}

export interface SleepBounds {
  TST: Bounds;
  /** In %. */
  SE: Bounds;
  SPT: Bounds;
  /** `most` is the time in bed if no epoch is known to be sleep. */
  SOL: Bounds;
  WASO: Bounds;
  WASOinSPT: Bounds;
}

/**
 * Bounds of the figures of a night over all assignments of sleep or wake to its unknown epochs.
 * Minutes (SE in %). Without unknown epochs `least` equals `most`.
 */
export function sleepBounds(stages: readonly HypnogramStage[], epochSeconds: number): SleepBounds {
  const minutes = (epochs: number) => (epochs * epochSeconds) / 60;
  const bounds = (least: number, most: number): Bounds => ({
    least: minutes(least),
    most: minutes(most),
  });
  const maybeSleep = (stage: HypnogramStage) => stage !== 'W';
  const known = { from: stages.findIndex(isSleep), to: stages.findLastIndex(isSleep) + 1 };
  const widest = { from: stages.findIndex(maybeSleep), to: stages.findLastIndex(maybeSleep) + 1 };
  const count = (stage: HypnogramStage, from: number, to: number) =>
    stages.slice(Math.max(0, from), to).filter((one) => one === stage).length;
  const all = stages.length;
  const unknown = count('?', 0, all);
  const asleep = all - unknown - count('W', 0, all);
  const share = (epochs: number) => (all === 0 ? 0 : (100 * epochs) / all);
  const slept = known.from >= 0;
  // An unknown epoch at which sleep must begin or end cannot also be wake.
  const opens = stages[widest.from] === '?' ? 1 : 0;
  const closes = stages[widest.to - 1] === '?' && widest.to - 1 > widest.from ? 1 : 0;
  const wakeIn = (to: number) =>
    widest.from < 0 ? 0 : count('W', widest.from, to) + count('?', widest.from, to) - opens;
  return {
    TST: bounds(asleep, asleep + unknown),
    SE: { least: share(asleep), most: share(asleep + unknown) },
    SPT: bounds(slept ? known.to - known.from : 0, widest.from < 0 ? 0 : widest.to - widest.from),
    SOL: bounds(widest.from < 0 ? all : widest.from, slept ? known.from : all),
    WASO: bounds(slept ? count('W', known.from, all) : 0, wakeIn(all)),
    WASOinSPT: bounds(
      slept ? count('W', known.from, known.to) : 0,
      Math.max(0, wakeIn(widest.to) - closes),
    ),
  };
}

/**
 * Stage of an epoch by AASM names: W wake, N1..N3, R; S asleep, stage not distinguished; ? unknown
 * (not recorded, artefact, movement time of Rechtschaffen and Kales).
 */
export type HypnogramStage = 'W' | 'N1' | 'N2' | 'N3' | 'R' | 'S' | '?';

export const isSleep = (stage: HypnogramStage | undefined): boolean =>
  stage !== undefined && stage !== 'W' && stage !== '?';
