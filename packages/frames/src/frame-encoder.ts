import { crc32c } from './crc32c.ts';
import { packDeltas } from './delta-packing.ts';
import {
  ENCODING_CODES,
  FIELD_OFFSETS,
  FRAME_HEADER_BYTES,
  FRAME_VERSION,
  type FrameEncoding,
  MAX_PAYLOAD_BYTES,
  SYNC_BYTES,
  frameByteLength,
} from './frame-layout.ts';

/** Content of a frame. */
export type FrameContent = {
  /** 0 to 65,535, as in the stream table of the device type or file. */
  readonly streamId: number;
  /** Frame counter of the stream: any integer, written modulo 2^32. */
  readonly sequence: number;
  /** Device time of the first sample, µs since 1970 UTC; a safe integer. */
  readonly deviceTimeUs: number;
  /**
   * Digital values, one array per channel, all of the same length (1 to 65,535); -32,768 means "not
   * measured".
   */
  readonly channels: readonly Int16Array[];
  /** `auto` (default) packs differences if that is smaller. */
  readonly encoding?: FrameEncoding | 'auto';
};

/**
 * Encodes one frame (docs/formats/frames.md).
 * @throws RangeError for a field out of range, channels of unequal length, or more than
 *   MAX_PAYLOAD_BYTES of samples. Such a frame is a bug of the caller; receivers reject it.
 */
export function encodeFrame(frame: FrameContent): Uint8Array<ArrayBuffer> {
  const sampleCount = checkContent(frame);
  const packed = frame.encoding === 'plain' ? undefined : packDeltas(frame.channels);
  const plainBytes = 2 * sampleCount * frame.channels.length;
  const payload =
    packed !== undefined && (frame.encoding === 'delta' || packed.length < plainBytes)
      ? packed
      : undefined;
  const payloadBytes = payload?.length ?? plainBytes;
  if (payloadBytes > MAX_PAYLOAD_BYTES)
    throw new RangeError(`payload of ${payloadBytes} bytes is over ${MAX_PAYLOAD_BYTES}`);

  const bytes = new Uint8Array(frameByteLength(payloadBytes));
  const view = new DataView(bytes.buffer);
  bytes.set(SYNC_BYTES);
  view.setUint8(FIELD_OFFSETS.version, FRAME_VERSION);
  view.setUint8(
    FIELD_OFFSETS.encoding,
    payload === undefined ? ENCODING_CODES.plain : ENCODING_CODES.delta,
  );
  view.setUint16(FIELD_OFFSETS.streamId, frame.streamId, true);
  view.setUint32(FIELD_OFFSETS.sequence, frame.sequence, true);
  view.setBigInt64(FIELD_OFFSETS.deviceTimeUs, BigInt(frame.deviceTimeUs), true);
  view.setUint16(FIELD_OFFSETS.sampleCount, sampleCount, true);
  view.setUint16(FIELD_OFFSETS.channelCount, frame.channels.length, true);
  view.setUint32(FIELD_OFFSETS.payloadBytes, payloadBytes, true);
  if (payload === undefined) writePlain(frame.channels, view);
  else bytes.set(payload, FRAME_HEADER_BYTES);
  const crcOffset = FRAME_HEADER_BYTES + payloadBytes;
  view.setUint32(crcOffset, crc32c(bytes, FIELD_OFFSETS.version, crcOffset), true);
  return bytes;
}

function writePlain(channels: readonly Int16Array[], view: DataView): void {
  let at = FRAME_HEADER_BYTES;
  for (const samples of channels) {
    for (const sample of samples) {
      view.setInt16(at, sample, true);
      at += 2;
    }
  }
}

function checkContent(frame: FrameContent): number {
  const sampleCount = frame.channels[0]?.length ?? 0;
  requireRange('stream id', frame.streamId, 0, 0xffff);
  requireRange('sequence', frame.sequence, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  requireRange(
    'device time in µs',
    frame.deviceTimeUs,
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  );
  requireRange('channel count', frame.channels.length, 1, 0xffff);
  requireRange('sample count', sampleCount, 1, 0xffff);
  if (frame.channels.some((samples) => samples.length !== sampleCount))
    throw new RangeError('channels differ in length');
  requireRange('bytes of samples', 2 * sampleCount * frame.channels.length, 2, MAX_PAYLOAD_BYTES);
  return sampleCount;
}

function requireRange(what: string, value: number, low: number, high: number): void {
  if (!Number.isSafeInteger(value) || value < low || value > high)
    throw new RangeError(`${what} ${value} is not an integer in ${low}..${high}`);
}
