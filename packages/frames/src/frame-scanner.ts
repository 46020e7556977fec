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

/** A checked frame, its samples still packed. */
export type FrameView = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
  readonly channelCount: number;
  readonly encoding: FrameEncoding;
  /** The whole frame, sync word to CRC, borrowed from the scanned bytes: copy it to keep it. */
  readonly bytes: Uint8Array;
};

/**
 * Why bytes are no frame. `overLimit` is a payload or decoded size over the limit, a time that is
 * no safe integer, or (for the rest of the input) more problems than `maxProblems`.
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
 * `byteLength` reaches to the next sync word or the end, so frames and problems cover the input
 * exactly once.
 */
export type FrameProblem = {
  readonly code: FrameProblemCode;
  readonly byteOffset: number;
  readonly byteLength: number;
};

export type ScanLimits = {
  /** Largest payload and largest decoded size, in bytes; default and most: MAX_PAYLOAD_BYTES. */
  readonly maxPayloadBytes?: number;
  /**
   * Problems after which the rest of the input is refused (default 1,000). Every false sync word
   * may cost a CRC over a whole payload; this bounds the work that made-up input can cause.
   */
  readonly maxProblems?: number;
};

export type FrameScan = {
  readonly frames: FrameView[];
  readonly problems: FrameProblem[];
  /** Bytes that belong to no frame: the sum over `problems`. */
  readonly skippedBytes: number;
};

type Look =
  | { readonly kind: 'frame'; readonly frame: FrameView }
  | { readonly kind: 'problem'; readonly code: FrameProblemCode };

/**
 * Finds and checks the frames in `bytes` without decoding samples. After damage it goes on at the
 * next sync word behind the damaged one, so that a wrong length costs no other frame. Never throws
 * on input.
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
    const look = hasSyncAt(bytes, at) ? lookAtFrame(bytes, view, at, maxPayloadBytes) : noSync;
    if (look.kind === 'problem') {
      at = report(look.code, at, nextSync(bytes, at + 1));
    } else {
      frames.push(look.frame);
      at += look.frame.bytes.length;
    }
  }
  return { frames, problems, skippedBytes };
}

const noSync: Look = { kind: 'problem', code: 'noSync' };
const problem = (code: FrameProblemCode): Look => ({ kind: 'problem', code });

function lookAtFrame(bytes: Uint8Array, view: DataView, at: number, maxPayloadBytes: number): Look {
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

/** Whether a sync word, or as much of one as the input still has, lies at `at`. */
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
