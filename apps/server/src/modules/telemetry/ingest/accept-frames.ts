import { setTimeout as wait } from 'node:timers/promises';
import {
  type FrameBatchReply,
  type FrameRefusal,
  isPressed,
  LATE_PRESS_MS,
  ProblemError,
} from '@yamori/domain';
import { decodeFrame, type FrameView, scanFrames } from '@yamori/frames';
import { BUS_BATCH_BYTES, frameSubject } from '../../../core/messaging/device-event.ts';
import type { ReceivedPress } from '../../../core/timeline/staging/press-store.ts';
import type { FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import type { DeviceState, RateBucket } from './device-states.ts';
import type { IngestDevice } from './ingest-device.ts';
import type { IngestContext, Origin } from './ingest-context.ts';
import { isLive } from './sequence-watch.ts';
import { deadLetter } from './dead-letter.ts';

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

type GateResult = {
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
    const verdict = checkFrame(device, frame, bucket);
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

function checkFrame(device: IngestDevice, frame: FrameView, bucket: RateBucket): Verdict {
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
  const slices: Uint8Array[] = [];
  let begin = 0;
  let end = 0;
  for (const { byteOffset, frame } of frames) {
    const frameEnd = byteOffset + frame.bytes.length;
    if (end !== byteOffset || frameEnd - begin > maxBytes) {
      if (end > begin) slices.push(bytes.subarray(begin, end));
      begin = byteOffset;
    }
    end = frameEnd;
  }
  if (end > begin) slices.push(bytes.subarray(begin, end));
  return slices;
}

/** See `Ingest.accept`. */
export function accept(
  context: IngestContext,
  device: IngestDevice,
  bytes: Uint8Array,
  origin: Origin,
): Promise<FrameBatchReply> {
  const state = context.devices.of(device.serial);
  const gate = checkFrames(device, bytes, state.bucket);
  context.tally.bytesReceived += bytes.length;
  context.tally.framesReceived += gate.passed.length;
  state.framesReceived += gate.passed.length;
  const steps = gate.passed.map(({ frame, sampleRateHz }) =>
    state.sequences.see(frame, sampleRateHz),
  );
  const live = gate.passed.filter((_passed, index) => isLive(steps[index] ?? 'next'));
  // Its clock may have changed with the restart.
  if (steps.includes('restart')) state.clockOffsetUs = null;
  const receivedMs = Math.floor(context.clock.nowMs());
  const latestUs = readDeviceTime(context, device, state, receivedMs);
  const presses = listPresses(device, gate.passed, receivedMs, latestUs);
  for (const slice of splitBatch(bytes, live, BUS_BATCH_BYTES))
    context.bus.publish(frameSubject(device.serial), slice);
  if (gate.refused.length > 0)
    deadLetter(
      context,
      device,
      gate.refused.map((part) => ({
        reason: part.code,
        bytes: bytes.subarray(part.byteOffset, part.byteOffset + part.byteLength),
      })),
      origin,
    );

  const staged = context.writer.addFrames(framesToStage(device, gate.passed, receivedMs), presses);
  if (staged === null) {
    context.tally.messagesDropped += 1;
    return Promise.reject(new ProblemError('ingest-unavailable', { retryAfterSeconds: 5 }));
  }
  const reply = staged.then((isNew) => createReply(context, gate, isNew));
  // HTTPS devices are throttled at the next batch instead (ingest-routes.ts), because clients time
  // out.
  if (gate.delayMs === 0 || origin.transport === 'https') return reply;
  context.tally.messagesThrottled += 1;
  // Await both together: a storage failure during the delay must reject this promise.
  return Promise.all([reply, wait(gate.delayMs)]).then(([stored]) => stored);
}

/**
 * The current device time, by its reported clock. Before a report, that of its newest frame,
 * limited by the server’s clock, so that neither a wrong frame time nor a slow clock makes a new
 * press late.
 */
function readDeviceTime(
  { timeline }: IngestContext,
  { serial }: IngestDevice,
  { clockOffsetUs, sequences }: DeviceState,
  receivedMs: number,
): number {
  const receivedUs = receivedMs * 1000;
  if (clockOffsetUs !== null) return receivedUs + clockOffsetUs;
  return Math.min(sequences.newestUs(), receivedUs + timeline.clocks.offsetUs(serial));
}

const framesToStage = (
  { serial }: IngestDevice,
  passed: GateResult['passed'],
  receivedMs: number,
): FrameToStage[] =>
  passed.map(({ frame, sampleRateHz }) => ({
    serial,
    streamId: frame.streamId,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    sampleCount: frame.sampleCount,
    channelCount: frame.channelCount,
    sampleRateHz,
    receivedMs,
    bytes: frame.bytes,
  }));

/**
 * Devices buffer for days at most. A press further behind is new: the device restarted without the
 * time, for example in 1970.
 */
const MAX_BUFFERED_US = 30 * 86_400 * 1_000_000;

/**
 * Time of a press that is too old to raise a call; null for any other press. `behindUs`: behind the
 * current device time.
 */
const getLateTime = (behindUs: number, receivedMs: number): Date | null =>
  behindUs > LATE_PRESS_MS * 1000 && behindUs <= MAX_BUFFERED_US
    ? new Date(receivedMs - behindUs / 1000)
    : null;

function listPresses(
  { serial, streams }: IngestDevice,
  passed: GateResult['passed'],
  receivedMs: number,
  latestUs: number,
): ReceivedPress[] {
  const buttons = streams.filter(({ kind }) => kind === 'button').map(({ streamId }) => streamId);
  return passed
    .map(({ frame }) => frame)
    .filter((frame) => buttons.includes(frame.streamId) && isPressed(decodeFrame(frame)))
    .map(({ streamId, sequence, deviceTimeUs }) => ({
      serial,
      streamId,
      sequence,
      deviceTimeUs,
      receivedMs,
      lateAt: getLateTime(latestUs - deviceTimeUs, receivedMs),
    }));
}

function createReply(
  context: IngestContext,
  gate: GateResult,
  isNew: readonly boolean[],
): FrameBatchReply {
  let stored = 0;
  for (const fresh of isNew) if (fresh) stored += 1;
  const duplicates = isNew.length - stored;
  context.tally.framesStored += stored;
  context.tally.framesRepeated += duplicates;
  return {
    stored,
    duplicates,
    refused: gate.refused.map(({ byteLength: _bytes, ...part }) => part),
  };
}
