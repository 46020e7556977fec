import { scanFrames, type FrameView } from '@yamori/frames';
import type { FrameRefusal } from '@yamori/domain';
import type { IngestDevice } from './device-directory.ts';
import type { RateBucket } from './rate-bucket.ts';

export type RefusedPart = { readonly code: FrameRefusal; readonly byteOffset: number; readonly byteLength: number; readonly streamId?: number; readonly sequence?: number };
export type PassedFrame = { readonly frame: FrameView; readonly byteOffset: number; readonly sampleRateHz: number };

export type GateResult = {
  readonly passed: readonly PassedFrame[];
  readonly refused: readonly RefusedPart[];
  /** How long the acknowledgement has to wait so that the device keeps its rate. */
  readonly delayMs: number;
};

/** Checks a message of a device: every part of it is either a whole frame of one of its streams, or refused. */
export function checkFrames(device: IngestDevice, bytes: Uint8Array, bucket: RateBucket): GateResult {
  const scan = scanFrames(bytes);
  const passed: PassedFrame[] = [];
  const refused: RefusedPart[] = [...scan.problems];
  let delayMs = 0;
  for (const frame of scan.frames) {
    const byteOffset = frame.bytes.byteOffset - bytes.byteOffset;
    const refuse = (code: FrameRefusal): void => { refused.push({ code, byteOffset, byteLength: frame.bytes.length, streamId: frame.streamId, sequence: frame.sequence }); };
    const stream = device.streams.find((declared) => declared.streamId === frame.streamId);
    if (stream === undefined) { refuse('unknownStream'); continue; }
    if (stream.channels !== frame.channelCount) { refuse('wrongChannels'); continue; }
    const answer = bucket.take(frame.streamId, stream.sampleRateHz, frame.sampleCount);
    if (answer.kind === 'over') { refuse('overRate'); continue; }
    delayMs = Math.max(delayMs, answer.delayMs);
    passed.push({ frame, byteOffset, sampleRateHz: stream.sampleRateHz });
  }
  return { passed, refused: refused.sort((one, other) => one.byteOffset - other.byteOffset), delayMs };
}

/** Stretches of the message that hold nothing but the chosen frames, as few as possible, borrowed. */
export function stretchesOf(bytes: Uint8Array, frames: readonly PassedFrame[]): Uint8Array[] {
  const stretches: { begin: number; end: number }[] = [];
  for (const { byteOffset, frame } of frames) {
    const last = stretches.at(-1);
    if (last?.end === byteOffset) last.end += frame.bytes.length;
    else stretches.push({ begin: byteOffset, end: byteOffset + frame.bytes.length });
  }
  return stretches.map(({ begin, end }) => bytes.subarray(begin, end));
}
