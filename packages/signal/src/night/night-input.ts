import type { Samples } from '../reading/reading.ts';

/**
 * What a channel carries: `ecg` mV; `accelerometer` x y z in g, interleaved; `impedance`, `flow`
 * and `eitSum` (the summed image of EIT) rise and fall with the breath, any unit; `temperature` °C;
 * `rates` respiration and heart rate a minute as the device computed them, interleaved.
 */
export type NightChannelKind =
  | 'ecg'
  | 'accelerometer'
  | 'impedance'
  | 'flow'
  | 'eitSum'
  | 'temperature'
  | 'rates';

/** Samples without a break in time. */
export interface NightStretch {
  /** Time of the first sample, ms since 1970. */
  fromMs: number;
  /** Channels interleaved; borrowed until the next stretch is asked for. */
  samples: Samples;
  /** Device and segment it came from, for the provenance. */
  source: string;
}

export interface NightChannel {
  kind: NightChannelKind;
  sampleRateHz: number;
  /** Sample to the unit above. Default 1. */
  scale?: number;
  /** Row-major rotation from the sensor's axes to the body's (`createPosture`). */
  mounting?: readonly number[];
  /**
   * In order of time; read once, one at a time, so that a night need not be in memory as a whole.
   */
  stretches: Iterable<NightStretch>;
}

export interface NightInput {
  fromMs: number;
  toMs: number;
  /** Minutes by which local time is ahead of UTC, for the times of day in the result. */
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
