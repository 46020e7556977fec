import type { UncertainReason } from '@yamori/signal';

/** A number computed here, shown as 参考値 until it is too old. */
export type EstimateReport =
  | {
      readonly kind: 'value';
      readonly value: number;
      readonly certainty: number;
      readonly ageSeconds: number;
    }
  | { readonly kind: 'uncertain'; readonly reason: UncertainReason }
  | { readonly kind: 'none' };

/**
 * Shares of the last ten seconds, 0 to 1, and the range of the first channel in them, in the
 * stream's unit.
 */
export type StreamQuality = {
  readonly measured: number;
  readonly saturated: number;
  readonly noisy: number;
  readonly swing: number;
};

export type StreamReport = {
  readonly streamId: number;
  readonly kind: string;
  readonly channels: number;
  readonly unit: string;
  readonly sampleRateHz: number;
  /** Latest measured value of each of the first eight channels; null if not measured. */
  readonly latest: readonly (number | null)[];
  /** Seconds since the last frame arrived; null before the first. */
  readonly ageSeconds: number | null;
  readonly quality: StreamQuality | null;
  readonly gaps: number;
  readonly lostFrames: number;
  readonly lateFrames: number;
};

type EventReport = { readonly timeMs: number; readonly code: number };

export type FeedState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'watched' }
  | { readonly kind: 'refused'; readonly code: string };

export type EitReport = {
  /** Usable readings of the frame, 0 to 1. */
  readonly quality: number;
  /** Electrodes 1 to 16 without a usable reading. */
  readonly failedElectrodes: readonly number[];
  /** Share of the tidal image's sum in each region, 0 to 1. */
  readonly regionShares: readonly number[];
  /** 0 to 1 across the body's box, from the image's left (the body's right) and from the front. */
  readonly centre: { readonly x: number; readonly y: number } | null;
  /** Share of the lung area with at most a tenth of the largest change, 0 to 1. */
  readonly silentShare: number | null;
  /** Minimum and maximum of the scale bar, in the image's own unit. */
  readonly scale: { readonly low: number; readonly high: number };
  /** The body's box in the view, as shares of its width and height. */
  readonly body: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
};

export type DeviceReport = {
  readonly serial: string;
  readonly state: FeedState;
  /** Kinds of all streams that the device has, watched or not; empty until it is known. */
  readonly declared: readonly string[];
  readonly streams: readonly StreamReport[];
  readonly heartRate: EstimateReport;
  readonly respirationRate: EstimateReport;
  readonly events: readonly EventReport[];
  readonly droppedFrames: number;
  readonly badFrames: number;
  /** Playout delay for even drawing. */
  readonly delayMs: number | null;
};

export type LaneReport = {
  readonly id: string;
  readonly serial: string;
  readonly stream: string;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
};

export type RulerReport = {
  readonly deltaSeconds: number;
  readonly lanes: readonly {
    readonly id: string;
    readonly unit: string;
    readonly first: number | null;
    readonly second: number | null;
  }[];
};

export type ViewReport = {
  readonly viewId: number;
  readonly lanes: readonly LaneReport[];
  readonly ruler: RulerReport | null;
  readonly eit: EitReport | null;
};

/** The renderer's report to the page, at most four times a second; never contains samples. */
export type ChartReport = {
  readonly devices: readonly DeviceReport[];
  readonly views: readonly ViewReport[];
  /** Frames drawn in the last second. */
  readonly framesPerSecond: number;
};
