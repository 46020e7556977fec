import type { Posture } from '../body/posture.ts';
import type { HeartRateVariability } from '../hrv/heart-rate-variability.ts';
import type { SleepEpisode } from '../regularity/sleep-episodes.ts';
import type { Bounds } from '../sleep/sleep-bounds.ts';

/**
 * Stage of a 30 s epoch as stored with the room's sleep; `asleep` where sleep stages are not
 * distinguished.
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

/** Minimum and maximum of the epochs in the five minutes around each minute. */
export interface NightBand {
  least: (number | null)[];
  most: (number | null)[];
}

/** Sleep/wake labels of a published actigraphy algorithm, one per minute. */
export interface NightScore {
  minutes: ('S' | 'W' | '?')[];
  minutesAsleep: number;
}

/** One value per minute from the start of the night; null: not measured or not determined. */
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

/** One sleep episode, from its first to its last epoch of sleep. */
export interface NightSleep {
  kind: SleepEpisode['kind'];
  fromMs: number;
  toMs: number;
  minutesAsleep: number;
}

export interface NightProvenance {
  algorithm: string;
  version: string;
  /** Kinds of the channels with samples, sorted. */
  signals: string[];
  /** Sources of the stretches read, in order of first use. */
  segments: string[];
  parameters: Record<string, number | string | boolean>;
}

export interface NightAnalysis {
  fromMs: number;
  toMs: number;
  epochSeconds: number;
  epochs: NightStage[];
  presence: NightPresence[];
  /** Probability of sleep per epoch, 0..1; null where it cannot be estimated. */
  probabilityOfSleep: (number | null)[];
  trends: NightTrends;
  heartRateVariability: HeartRateVariability[];
  events: NightEvent[];
  sleeps: NightSleep[];
  /**
   * Keyed by the names of the AASM and of actigraphy. Minutes unless the name says otherwise; null:
   * cannot be computed.
   */
  metrics: Record<string, number | null>;
  bounds: Record<string, Bounds>;
  /** Null without an accelerometer. */
  actigraphy: { sadeh: NightScore; coleKripke: NightScore } | null;
  /**
   * Shares, 0..1. `coverage`: scored part of the time in bed; `recorded`: part of the night with
   * samples of any channel; `signals`: the same per kind of channel.
   */
  quality: {
    code: NightQuality;
    coverage: number;
    recorded: number;
    signals: Record<string, number>;
  };
  provenance: NightProvenance;
}
