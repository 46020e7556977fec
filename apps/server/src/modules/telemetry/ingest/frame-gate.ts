import { scanFrames, type FrameView } from '@yamori/frames';
import type { FrameRefusal } from '@yamori/domain';
import type { IngestDevice } from './ingest-device.ts';
import type { RateBucket } from './rate-bucket.ts';

type RefusedPart = {
  readonly code: FrameRefusal;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly streamId?: number;
  readonly sequence?: number;
};
type PassedFrame = {
  readonly frame: FrameView;
  readonly byteOffset: number;
  readonly sampleRateHz: number;
};

export type GateResult = {
  readonly passed: readonly PassedFrame[];
  readonly refused: readonly RefusedPart[];
  /** Delay of the acknowledgement that keeps the device within its rate. */
  readonly delayMs: number;
};

/**
 * Validates a message of a device: every part is either a whole frame of one of its streams or
 * rejected.
 */
export function checkFrames(
  device: IngestDevice,
  bytes: Uint8Array,
  bucket: RateBucket,
): GateResult {
  const scan = scanFrames(bytes);
  const passed: PassedFrame[] = [];
  const refused: RefusedPart[] = [...scan.problems];
  let delayMs = 0;
  for (const frame of scan.frames) {
    const byteOffset = frame.bytes.byteOffset - bytes.byteOffset;
    const verdict = judge(device, frame, bucket);
    if (verdict.kind === 'refused') {
      refused.push({
        code: verdict.code,
        byteOffset,
        byteLength: frame.bytes.length,
        streamId: frame.streamId,
        sequence: frame.sequence,
      });
      continue;
    }
    delayMs = Math.max(delayMs, verdict.delayMs);
    passed.push({ frame, byteOffset, sampleRateHz: verdict.sampleRateHz });
  }
  return {
    passed,
    refused: refused.sort((one, other) => one.byteOffset - other.byteOffset),
    delayMs,
  };
}

type Verdict =
  | { readonly kind: 'passed'; readonly sampleRateHz: number; readonly delayMs: number }
  | { readonly kind: 'refused'; readonly code: FrameRefusal };

function judge(device: IngestDevice, frame: FrameView, bucket: RateBucket): Verdict {
  const stream = device.streams.find((declared) => declared.streamId === frame.streamId);
  if (stream === undefined) return { kind: 'refused', code: 'unknownStream' };
  if (stream.channels !== frame.channelCount) return { kind: 'refused', code: 'wrongChannels' };
  const answer = bucket.take(frame.streamId, stream.sampleRateHz, frame.sampleCount);
  return answer.kind === 'over'
    ? { kind: 'refused', code: 'overRate' }
    : { kind: 'passed', sampleRateHz: stream.sampleRateHz, delayMs: answer.delayMs };
}

/**
 * Borrowed slices of the message that contain only the chosen frames: as few as possible, none
 * longer than `maxBytes` unless it is a single frame.
 */
export function splitBatch(
  bytes: Uint8Array,
  frames: readonly PassedFrame[],
  maxBytes: number,
): Uint8Array[] {
  const stretches: Uint8Array[] = [];
  let begin = 0;
  let end = 0;
  for (const { byteOffset, frame } of frames) {
    const frameEnd = byteOffset + frame.bytes.length;
    if (end !== byteOffset || frameEnd - begin > maxBytes) {
      if (end > begin) stretches.push(bytes.subarray(begin, end));
      begin = byteOffset;
    }
    end = frameEnd;
  }
  if (end > begin) stretches.push(bytes.subarray(begin, end));
  return stretches;
}
