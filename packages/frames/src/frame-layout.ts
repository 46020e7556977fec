/**
 * Layout of a frame (docs/formats/frames.md). All numbers are little-endian. The AssemblyScript
 * decoder in assembly/ repeats these constants; the test vectors check both.
 */
export const SYNC_BYTES = [0x59, 0x4d, 0xf0, 0xa5] as const;
export const FRAME_VERSION = 1;

export const FRAME_HEADER_BYTES = 28;
export const FRAME_CRC_BYTES = 4;
/** Maximum payload, and maximum decoded size (2 × samples × channels) of a packed one. */
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

/** Digital value for "not measured". */
export const NOT_MEASURED = -32_768;

/** Encoding of samples: plain int16, or differences packed to the bits they need. */
export type FrameEncoding = 'plain' | 'delta';
export const ENCODING_CODES = { plain: 0, delta: 1 } as const satisfies Record<
  FrameEncoding,
  number
>;

/** Bytes of a frame, including sync word and CRC. */
export const frameByteLength = (payloadBytes: number): number =>
  FRAME_HEADER_BYTES + payloadBytes + FRAME_CRC_BYTES;

/** Bytes of a frame in plain encoding. */
export const plainFrameByteLength = (sampleCount: number, channelCount: number): number =>
  frameByteLength(2 * sampleCount * channelCount);

/**
 * Number of frames from one sequence number to another. Sequence numbers wrap at 2^32.
 * @param from 0 to 2^32 - 1
 * @param to 0 to 2^32 - 1
 * @returns 0 to 2^32 - 1; from 2^31 on, `to` is before `from`
 */
export const sequenceDistance = (from: number, to: number): number => (to - from) >>> 0;
