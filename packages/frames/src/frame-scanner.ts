import { crc32c } from './crc32c.ts';
import { isWellPacked } from './delta-packing.ts';
import {
  ENCODING_CODES,
  FIELD_OFFSETS,
  FRAME_CRC_BYTES,
  FRAME_HEADER_BYTES,
  FRAME_VERSION,
  type FrameEncoding,
  MAX_PAYLOAD_BYTES,
  SYNC_BYTES,
  frameByteLength,
} from './frame-layout.ts';

/** A validated frame with packed samples. */
export type FrameView = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  readonly encoding: FrameEncoding;
  /** The frame from sync word to CRC. BORROWED from the scanned bytes: copy it to keep it. */
  readonly bytes: Uint8Array;
};

/**
 * Why bytes are not a frame. `overLimit`: payload, decoded size or time over its limit, or (for the
 * rest of the input) more than `maxProblems` problems.
 */
export type FrameProblemCode =
  | 'noSync'
  | 'badVersion'
  | 'badEncoding'
  | 'badLength'
  | 'overLimit'
  | 'badCrc'
  | 'truncated';

/**
 * `byteLength` extends to the next sync word or the end, so frames and problems cover the input
 * exactly once.
 */
export type FrameProblem = {
  readonly code: FrameProblemCode;
  readonly byteOffset: number;
  readonly byteLength: number;
};

type ScanLimits = {
  /** Maximum payload and decoded size in bytes; at most, and by default, MAX_PAYLOAD_BYTES. */
  readonly maxPayloadBytes?: number;
  /**
   * Number of problems after which the rest of the input is rejected (default 1,000). Each false
   * sync word may cost a CRC over a whole payload, so this bounds the work for malicious input.
   */
  readonly maxProblems?: number;
};

export type FrameScan = {
  readonly frames: FrameView[];
  readonly problems: FrameProblem[];
  /** Bytes outside frames: the sum over `problems`. */
  readonly skippedBytes: number;
};

type ParsedFrame =
  | { readonly kind: 'frame'; readonly frame: FrameView }
  | { readonly kind: 'problem'; readonly code: FrameProblemCode };

/**
 * Finds and validates the frames in `bytes` without decoding samples. After damage it continues at
 * the next sync word, so a wrong length affects no other frame. Never throws on input.
 */
export function scanFrames(bytes: Uint8Array, limits: ScanLimits = {}): FrameScan {
  const maxPayloadBytes = Math.min(limits.maxPayloadBytes ?? MAX_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES);
  const maxProblems = limits.maxProblems ?? 1_000;
  const frames: FrameView[] = [];
  const problems: FrameProblem[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let skippedBytes = 0;
  const report = (code: FrameProblemCode, byteOffset: number, end: number): number => {
    problems.push({ code, byteOffset, byteLength: end - byteOffset });
    skippedBytes += end - byteOffset;
    return end;
  };

  for (let at = 0; at < bytes.length;) {
    if (problems.length >= maxProblems) {
      at = report('overLimit', at, bytes.length);
      break;
    }
    const parsed = hasSyncAt(bytes, at) ? parseFrame(bytes, view, at, maxPayloadBytes) : noSync;
    if (parsed.kind === 'problem') {
      at = report(parsed.code, at, nextSync(bytes, at + 1));
    } else {
      frames.push(parsed.frame);
      at += parsed.frame.bytes.length;
    }
  }
  return { frames, problems, skippedBytes };
}

const noSync: ParsedFrame = { kind: 'problem', code: 'noSync' };
const problem = (code: FrameProblemCode): ParsedFrame => ({ kind: 'problem', code });

function parseFrame(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  maxPayloadBytes: number,
): ParsedFrame {
  const left = bytes.length - at;
  if (left > FIELD_OFFSETS.version && view.getUint8(at + FIELD_OFFSETS.version) !== FRAME_VERSION)
    return problem('badVersion');
  if (left < FRAME_HEADER_BYTES) return problem('truncated');
  const encodingCode = view.getUint8(at + FIELD_OFFSETS.encoding);
  if (encodingCode !== ENCODING_CODES.plain && encodingCode !== ENCODING_CODES.delta)
    return problem('badEncoding');
  const encoding = encodingCode === ENCODING_CODES.plain ? 'plain' : 'delta';
  const sampleCount = view.getUint16(at + FIELD_OFFSETS.sampleCount, true);
  const channelCount = view.getUint16(at + FIELD_OFFSETS.channelCount, true);
  const payloadBytes = view.getUint32(at + FIELD_OFFSETS.payloadBytes, true);
  const plainBytes = 2 * sampleCount * channelCount;
  const deviceTimeUs =
    view.getInt32(at + FIELD_OFFSETS.deviceTimeUs + 4, true) * 2 ** 32 +
    view.getUint32(at + FIELD_OFFSETS.deviceTimeUs, true);
  if (payloadBytes > maxPayloadBytes || plainBytes > maxPayloadBytes) return problem('overLimit');
  if (!Number.isSafeInteger(deviceTimeUs)) return problem('overLimit');
  if (plainBytes === 0 || (encoding === 'plain' && payloadBytes !== plainBytes))
    return problem('badLength');
  const frameBytes = frameByteLength(payloadBytes);
  if (frameBytes > left) return problem('truncated');

  const crcOffset = at + frameBytes - FRAME_CRC_BYTES;
  if (crc32c(bytes, at + FIELD_OFFSETS.version, crcOffset) !== view.getUint32(crcOffset, true))
    return problem('badCrc');
  if (
    encoding === 'delta' &&
    !isWellPacked(bytes.subarray(at + FRAME_HEADER_BYTES, crcOffset), sampleCount, channelCount)
  )
    return problem('badLength');
  const frame: FrameView = {
    streamId: view.getUint16(at + FIELD_OFFSETS.streamId, true),
    sequence: view.getUint32(at + FIELD_OFFSETS.sequence, true),
    deviceTimeUs,
    sampleCount,
    channelCount,
    encoding,
    bytes: bytes.subarray(at, at + frameBytes),
  };
  return { kind: 'frame', frame };
}

/** Whether `at` has a sync word, or a prefix of one cut by the end. */
function hasSyncAt(bytes: Uint8Array, at: number): boolean {
  const end = Math.min(SYNC_BYTES.length, bytes.length - at);
  for (let index = 0; index < end; index++)
    if (bytes[at + index] !== SYNC_BYTES[index]) return false;
  return end > 0;
}

function nextSync(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(SYNC_BYTES[0], at);
    if (at < 0) return bytes.length;
    if (hasSyncAt(bytes, at)) return at;
  }
}

/** The sync word as a little-endian number. */
const SYNC = SYNC_BYTES.reduceRight<number>((word, byte) => word * 256 + byte, 0);

/**
 * Iterates over frames already validated by `scanFrames`, using only their lengths: no checksum, no
 * allocation. For untrusted bytes use `scanFrames`.
 * @param onFrame receives the stream id and the range of the frame: `begin` inclusive, `end`
 *   exclusive
 * @returns the number of bytes in frames; less than `bytes.length` if the rest is cut or not a
 *   frame
 */
export function walkFrames(
  bytes: Uint8Array,
  onFrame: (streamId: number, begin: number, end: number) => void,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (bytes.length - at >= FRAME_HEADER_BYTES && view.getUint32(at, true) === SYNC) {
    const end = at + frameByteLength(view.getUint32(at + FIELD_OFFSETS.payloadBytes, true));
    if (end > bytes.length) break;
    onFrame(view.getUint16(at + FIELD_OFFSETS.streamId, true), at, end);
    at = end;
  }
  return at;
}
