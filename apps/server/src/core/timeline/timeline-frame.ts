import type { FrameEncoding } from '@yamori/frames';

/** The server's clock. */
export type Clock = { readonly nowMs: () => number };

/** Device times are divided into slots of 10 s; a chunk contains one slot of one stream. */
export const SLOT_US = 10_000_000;
export const toSlot = (deviceTimeUs: number): number => Math.floor(deviceTimeUs / SLOT_US);

export type StreamKey = { readonly serial: string; readonly streamId: number };
export const streamName = (key: StreamKey): string => `${key.streamId}/${key.serial}`;

/** Ten seconds of a stream. */
export type SlotKey = StreamKey & { readonly slot: number };

/** Identity of a frame within its stream. */
export const getFrameKey = (frame: {
  readonly deviceTimeUs: number;
  readonly sequence: number;
}): string => `${frame.deviceTimeUs}:${frame.sequence}`;

/**
 * A validated frame to be stored. `bytes` is the whole frame and must not change until it is
 * staged.
 */
export type FrameToStage = StreamKey & {
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  /** As declared by the device type; 0 for events. */
  readonly sampleRateHz: number;
  readonly receivedMs: number;
  readonly bytes: Uint8Array;
};

/**
 * A stored frame, with enough data to restore its bytes. Channels are views; do not change them.
 */
export type KeptFrame = {
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly encoding: FrameEncoding;
  /** When the server received it, to within a group commit (25 ms). */
  readonly receivedMs: number;
  readonly channels: readonly Int16Array[];
};

/** Duration of samples; 0 for events. */
export const durationUs = (sampleCount: number, sampleRateHz: number): number =>
  sampleRateHz > 0 ? Math.round((sampleCount * 1e6) / sampleRateHz) : 0;

type Timed = { readonly deviceTimeUs: number; readonly sequence: number };
export const byDeviceTime = (one: Timed, other: Timed): number =>
  one.deviceTimeUs - other.deviceTimeUs || one.sequence - other.sequence;
