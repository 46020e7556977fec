import type { Samples } from '../reading/reading.ts';

/**
 * Content of a channel: `ecg` mV; `accelerometer` x y z in g, interleaved; `impedance`, `flow` and
 * `eitSum` (sum of the EIT image), any unit, following breathing; `temperature` °C; `rates`
 * respiration and heart rate per minute as computed by the device, interleaved.
 */
export type NightChannelKind =
  | 'ecg'
  | 'accelerometer'
  | 'impedance'
  | 'flow'
  | 'eitSum'
  | 'temperature'
  | 'rates';

/** Contiguous samples. */
export interface NightStretch {
  /** Time of the first sample, ms since 1970. */
  fromMs: number;
  /** Interleaved channels; valid until the next stretch is read. */
  samples: Samples;
  /** Device and segment of the samples, for the provenance. */
  source: string;
}

export interface NightChannel {
  kind: NightChannelKind;
  sampleRateHz: number;
  /** Factor from samples to the unit above. Default 1. */
  scale?: number;
  /** Row-major rotation from the sensor's axes to the body's (`createPosture`). */
  mounting?: readonly number[];
  /**
   * In order of time. Iterated once, one stretch at a time, so that a night need not fit into
   * memory.
   */
  stretches: Iterable<NightStretch>;
}

export interface NightInput {
  fromMs: number;
  toMs: number;
  /** Local time minus UTC, for the times of day in the result. */
  utcOffsetMinutes: number;
  channels: readonly NightChannel[];
}

export const epochSeconds = 30;

const WIDTHS: Record<NightChannelKind, number> = {
  ecg: 1,
  accelerometer: 3,
  impedance: 1,
  flow: 1,
  eitSum: 1,
  temperature: 1,
  rates: 2,
};
export const channelWidth = (kind: NightChannelKind): number => WIDTHS[kind];
