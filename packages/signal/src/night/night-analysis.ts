import type { Posture } from '../body/posture.ts';
import type { HeartRateVariability } from '../hrv/heart-rate-variability.ts';
import type { SleepEpisode } from '../regularity/sleep-episodes.ts';
import type { Bounds } from '../sleep/sleep-bounds.ts';

/**
 * Stage of an epoch of 30 s as the room's sleep has it: `asleep` where stages of sleep cannot be
 * told apart.
 */
export type NightStage = 'wake' | 'light' | 'deep' | 'rem' | 'asleep' | 'missing';
export type NightPresence = 'inBed' | 'outOfBed' | 'unknown';

export type NightEventKind = 'bedExit' | 'bedReturn' | 'apnea' | 'hypopnea' | 'movement' | 'gap';

export interface NightEvent {
  kind: NightEventKind;
  fromMs: number;
  toMs: number;
  /** 0..1. */
  certainty: number;
}

/** Least and most of the epochs of the five minutes around each minute. */
export interface NightBand {
  least: (number | null)[];
  most: (number | null)[];
}

/** A published score of sleep and wake by activity, a label a minute. */
export interface NightScore {
  minutes: ('S' | 'W' | '?')[];
  minutesAsleep: number;
}

/** One value a minute from the start of the night on; null: not measured, or it cannot be said. */
export interface NightTrends {
  heartRate: (number | null)[];
  heartRateBand: NightBand;
  respirationRateBand: NightBand;
  respirationRate: (number | null)[];
  /** Mean activity in mg. */
  movement: (number | null)[];
  temperature: (number | null)[];
  posture: (Posture | null)[];
}

export type NightQuality =
  | 'good'
  | 'partial'
  | 'poor'
  | 'noSleepSignals'
  | 'nobodyInBed'
  | 'noData';

/** A sleep of the night, with the time in bed that it lies in. */
export interface NightSleep {
  kind: SleepEpisode['kind'];
  fromMs: number;
  toMs: number;
  minutesAsleep: number;
}

export interface NightProvenance {
  algorithm: string;
  version: string;
  /** Kinds of channels that gave anything, sorted. */
  signals: string[];
  /** Sources of the stretches used, in order of first use. */
  segments: string[];
  parameters: Record<string, number | string | boolean>;
}

/** All that the analysis says of a night. */
export interface NightAnalysis {
  fromMs: number;
  toMs: number;
  epochSeconds: number;
  epochs: NightStage[];
  presence: NightPresence[];
  /** Probability of sleep an epoch, 0..1; null where there is nothing to judge by. */
  probabilityOfSleep: (number | null)[];
  trends: NightTrends;
  heartRateVariability: HeartRateVariability[];
  events: NightEvent[];
  sleeps: NightSleep[];
  /**
   * By the names of AASM and actigraphy; minutes unless the name says otherwise; null: cannot be
   * computed.
   */
  metrics: Record<string, number | null>;
  bounds: Record<string, Bounds>;
  /** Null without an accelerometer. */
  actigraphy: { sadeh: NightScore; coleKripke: NightScore } | null;
  /**
   * `coverage`: of the time in bed; `recorded`: of the night, by any channel; `signals`: of the
   * night, by each kind.
   */
  quality: {
    code: NightQuality;
    coverage: number;
    recorded: number;
    signals: Record<string, number>;
  };
  provenance: NightProvenance;
}
