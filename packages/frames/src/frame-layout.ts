/**
 * Where the fields of a frame lie (docs/frame-format.md). All numbers are little-endian. The
 * AssemblyScript decoder in assembly/ repeats them; the vectors run through both.
 */
export const SYNC_BYTES = [0x59, 0x4d, 0xf0, 0xa5] as const;
export const FRAME_VERSION = 1;

export const FRAME_HEADER_BYTES = 28;
export const FRAME_CRC_BYTES = 4;
/**
 * Largest payload a receiver takes, and largest decoded size (2 × samples × channels) of a packed
 * one.
 */
export const MAX_PAYLOAD_BYTES = 65_536;
export const MAX_FRAME_BYTES = FRAME_HEADER_BYTES + MAX_PAYLOAD_BYTES + FRAME_CRC_BYTES;

export const FIELD_OFFSETS = {
  version: 4,
  encoding: 5,
  streamId: 6,
  sequence: 8,
  deviceTimeUs: 12,
  sampleCount: 20,
  channelCount: 22,
  payloadBytes: 24,
} as const;

/** The digital value that says "not measured". */
export const NOT_MEASURED = -32_768;

/** How samples are written: int16 as they are, or differences packed to the bits that they need. */
export type FrameEncoding = 'plain' | 'delta';
export const ENCODING_CODES = { plain: 0, delta: 1 } as const satisfies Record<
  FrameEncoding,
  number
>;

/** Length in bytes of a whole frame, sync word and CRC included. */
export const frameByteLength = (payloadBytes: number): number =>
  FRAME_HEADER_BYTES + payloadBytes + FRAME_CRC_BYTES;

/** Length in bytes of a whole frame in the plain encoding. */
export const plainFrameByteLength = (sampleCount: number, channelCount: number): number =>
  frameByteLength(2 * sampleCount * channelCount);
