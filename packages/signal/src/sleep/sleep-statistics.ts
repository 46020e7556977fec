import { type HypnogramStage, isSleep, type SleepBounds, sleepBounds } from './sleep-bounds.ts';

/** A scored event; kinds are named as in scorings and devices. */
export interface SleepEvent {
  kind: string;
  onsetSeconds: number;
  durationSeconds: number;
}

/**
 * Figures of a night by the names of the AASM (Manual for the Scoring of Sleep, chapter II,
 * "parameters to be reported") and of actigraphy. Minutes unless marked with %. Null: cannot be
 * computed, because there was no sleep or every epoch is unknown.
 */
export interface SleepStatistics {
  /** Time in bed: the whole scored period, including unknown epochs. */
  TIB: number;
  /** Sleep period: from the first to the last epoch of sleep, both included. */
  SPT: number;
  /** Total sleep time. */
  TST: number;
  /** Sleep efficiency: TST in % of TIB. */
  SE: number | null;
  /** Sleep maintenance efficiency: TST in % of SPT. */
  SME: number | null;
  /** Sleep onset latency: from the start to the first epoch of any sleep. */
  SOL: number | null;
  /** Latency to persistent sleep: to the first of ten minutes without wake or unknown epochs. */
  LPS: number | null;
  /** Wake after sleep onset, to the end of the scored period. */
  WASO: number | null;
  /** The part of WASO before the last epoch of sleep. */
  WASOinSPT: number | null;
  /** Wake episodes within the sleep period; unknown epochs do not split them. */
  awakenings: number;
  stageMinutes: Record<HypnogramStage, number>;
  /** Each stage of sleep in % of TST. */
  stagePercent: Record<'N1' | 'N2' | 'N3' | 'R', number | null>;
  /** From sleep onset to the first epoch of R. */
  REMLatency: number | null;
  /** Respiratory events an hour of sleep. */
  eventsPerHour: number | null;
  /** Share of known epochs, 0..1. */
  coverage: number;
  /** Minimum and maximum of the figures over the unknown epochs. */
  bounds: SleepBounds;
}

/** The usual definition of persistent sleep in drug trials. */
const PERSISTENT_SECONDS = 600;

/** Non-respiratory kinds in scorings: leg movements, arousals, movement time, snoring, marks. */
const NOT_RESPIRATORY =
  /^(l|la|ll|lm|plm|plms|a|arousal|mt|movement|snore|snoring|limb.*|leg.*|desat.*|spo2.*|bradycardia|tachycardia|light.*|lights.*|call|gap|bed.*|recording starts)$/i;

/**
 * Computes sleep statistics from a hypnogram.
 *
 * @param stages one per epoch, from lights out to lights on
 * @param epochSeconds length of an epoch, usually 30
 * @param events of any kind, during sleep or not; only respiratory ones are counted
 */
export function sleepStatistics(
  stages: readonly HypnogramStage[],
  epochSeconds: number,
  events: readonly SleepEvent[] = [],
): SleepStatistics {
  const minutes = (epochs: number) => (epochs * epochSeconds) / 60;
  const onset = stages.findIndex(isSleep);
  const end = stages.findLastIndex(isSleep) + 1;
  const counts = countStages(stages);
  const asleep = stages.length - counts.W - counts['?'];
  const wakeAfter = (to: number) => stages.slice(onset, to).filter((stage) => stage === 'W').length;
  const persistent = persistentSleep(stages, Math.ceil(PERSISTENT_SECONDS / epochSeconds));
  const rem = stages.indexOf('R');
  const slept = onset >= 0;
  const percent = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : null);
  const respiratory = events.filter(({ kind }) => !NOT_RESPIRATORY.test(kind.trim())).length;
  return {
    TIB: minutes(stages.length),
    SPT: slept ? minutes(end - onset) : 0,
    TST: minutes(asleep),
    SE: percent(asleep, stages.length),
    SME: slept ? percent(asleep, end - onset) : null,
    SOL: slept ? minutes(onset) : null,
    LPS: persistent < 0 ? null : minutes(persistent),
    WASO: slept ? minutes(wakeAfter(stages.length)) : null,
    WASOinSPT: slept ? minutes(wakeAfter(end)) : null,
    awakenings: countAwakenings(stages.slice(Math.max(0, onset), end)),
    stageMinutes: mapStages(counts, minutes),
    stagePercent: {
      N1: percent(counts.N1, asleep),
      N2: percent(counts.N2, asleep),
      N3: percent(counts.N3, asleep),
      R: percent(counts.R, asleep),
    },
    REMLatency: rem < 0 ? null : minutes(rem - onset),
    eventsPerHour: asleep > 0 ? (60 * respiratory) / minutes(asleep) : null,
    coverage: stages.length === 0 ? 0 : 1 - counts['?'] / stages.length,
    bounds: sleepBounds(stages, epochSeconds),
  };
}

function countStages(stages: readonly HypnogramStage[]): Record<HypnogramStage, number> {
  const counts = { W: 0, N1: 0, N2: 0, N3: 0, R: 0, S: 0, '?': 0 };
  for (const stage of stages) counts[stage] += 1;
  return counts;
}

function mapStages(
  counts: Record<HypnogramStage, number>,
  minutes: (epochs: number) => number,
): Record<HypnogramStage, number> {
  const { W, N1, N2, N3, R, S } = counts;
  return {
    W: minutes(W),
    N1: minutes(N1),
    N2: minutes(N2),
    N3: minutes(N3),
    R: minutes(R),
    S: minutes(S),
    '?': minutes(counts['?']),
  };
}

/** First epoch of `needed` consecutive epochs of sleep, or −1. */
function persistentSleep(stages: readonly HypnogramStage[], needed: number): number {
  let run = 0;
  for (const [epoch, stage] of stages.entries()) {
    run = isSleep(stage) ? run + 1 : 0;
    if (run === needed) return epoch - needed + 1;
  }
  return -1;
}

/**
 * Number of transitions from sleep to wake, ignoring unknown epochs. The period must begin and end
 * with sleep.
 */
function countAwakenings(sleepPeriod: readonly HypnogramStage[]): number {
  let awakenings = 0;
  let before: HypnogramStage = 'W';
  for (const stage of sleepPeriod) {
    if (stage === '?') continue;
    if (stage === 'W' && before !== 'W') awakenings += 1;
    before = stage;
  }
  return awakenings;
}
