import { FIELD_OFFSETS, sequenceDistance, walkFrames } from '@yamori/frames';
import type { LogHead } from '../../../core/timeline/staging/staging-log.ts';
import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';

/**
 * Orders the frames of one device and drops duplicates. Frames of the Bus pass immediately; frames
 * that only the staging log has are merged in. A Bus frame after a gap is held back until the log
 * was read up to that frame.
 */
export type FrameOrder = {
  readonly isOrdered: (streamId: number) => boolean;
  readonly fromBus: (batch: Uint8Array, atMs: number) => void;
  /** Whether frames of a head are missing here. */
  readonly lacks: (head: LogHead) => boolean;
  /** Frames of the log, in order of receipt. */
  readonly fromLog: (frames: readonly StoredFrame[]) => void;
  /** Reports that the log was read up to this head. */
  readonly reached: (head: LogHead) => void;
  /** Passes on the held frames up to the next gap: its frames may be committed late. */
  readonly release: () => void;
  /**
   * Reports that a read which began at `beganMs` reached the end of the log. A frame still missing
   * `HELD_MS` after its gap was seen was never stored.
   */
  readonly readThrough: (beganMs: number) => void;
};

export type FrameOrderOptions = {
  /** Streams whose order matters. */
  readonly isOrdered: (streamId: number) => boolean;
  /** Whole frames, concatenated. */
  readonly push: (bytes: Uint8Array, atMs: number) => void;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /** `untilReleased`: holds everything at first. `gaps`: holds frames behind a gap. */
  readonly holds: 'nothing' | 'gaps' | 'untilReleased';
};

/** Commits of other servers may become visible this much later. */
const HELD_MS = 3_000;
/** Maximum batches held back for a device. */
const MAX_HELD = 10_000;
/** A frame resent to another server is at most this far behind. */
const REPEATED_US = 30_000_000;
const REPEATED_FRAMES = 64;

type Head = { sequence: number; deviceTimeUs: number };
type Frame = Head & { readonly streamId: number; readonly begin: number; readonly end: number };
type Held = { readonly bytes: Uint8Array; readonly atMs: number };

export function createFrameOrder(options: FrameOrderOptions): FrameOrder {
  const { push, isOrdered, elapsedMs } = options;
  const heads = new Map<number, Head>();
  let held: Held[] | null = options.holds === 'untilReleased' ? [] : null;
  /** The frame behind a gap; null while everything is held back. */
  let waitsFor: Frame | null = null;
  let heldSinceMs = elapsedMs();

  const isNext = (head: Head, frame: Frame): boolean =>
    sequenceDistance(head.sequence, frame.sequence) === 1;

  function findGap(frames: readonly Frame[]): Frame | undefined {
    return frames.find((frame) => {
      const head = isOrdered(frame.streamId) ? heads.get(frame.streamId) : undefined;
      return head !== undefined && frame.deviceTimeUs > head.deviceTimeUs && !isNext(head, frame);
    });
  }

  /** Whether this frame, or a later one, was already seen. */
  function isRepeated(frame: Frame): boolean {
    const head = heads.get(frame.streamId);
    if (head === undefined || isNext(head, frame)) return false;
    const behind = sequenceDistance(frame.sequence, head.sequence);
    const behindUs = head.deviceTimeUs - frame.deviceTimeUs;
    return behind < REPEATED_FRAMES && behindUs >= 0 && behindUs < REPEATED_US;
  }

  function pass(bytes: Uint8Array, atMs: number, frames: readonly Frame[]): void {
    const fresh = frames.filter((frame) => !isRepeated(frame));
    for (const { streamId, sequence, deviceTimeUs } of fresh)
      heads.set(streamId, { sequence, deviceTimeUs });
    if (fresh.length === frames.length) push(bytes, atMs);
    else for (const { begin, end } of fresh) push(bytes.subarray(begin, end), atMs);
  }

  function hold(one: Held): void {
    held ??= [];
    if (held.length >= MAX_HELD) held.shift();
    held.push(one);
  }

  /** False for frames that must be held. */
  function passUnlessGap(bytes: Uint8Array, atMs: number): boolean {
    if (held !== null) return false;
    const frames = parseFrames(bytes);
    const gap = options.holds === 'nothing' ? undefined : findGap(frames);
    if (gap === undefined) pass(bytes, atMs, frames);
    else {
      waitsFor = gap;
      heldSinceMs = elapsedMs();
    }
    return gap === undefined;
  }

  /** Passes on the held frames up to the next gap. */
  function release(): void {
    const waiting = held ?? [];
    const behindGap = waitsFor === null ? undefined : waiting.shift();
    held = null;
    waitsFor = null;
    // The log was read past this gap.
    if (behindGap !== undefined)
      pass(behindGap.bytes, behindGap.atMs, parseFrames(behindGap.bytes));
    for (const one of waiting) if (!passUnlessGap(one.bytes, one.atMs)) hold(one);
  }

  return {
    isOrdered,
    fromBus(bytes, atMs) {
      if (!passUnlessGap(bytes, atMs)) hold({ bytes: bytes.slice(), atMs });
    },
    lacks({ streamId, firstUs, firstSequence, frameCount }) {
      if (!isOrdered(streamId)) return false;
      const head = heads.get(streamId);
      if (isAhead(head, { sequence: firstSequence, deviceTimeUs: firstUs })) return true;
      // It starts before our last frame and may extend beyond it.
      return head !== undefined && sequenceDistance(firstSequence, head.sequence) < frameCount - 1;
    },
    fromLog(frames) {
      for (const { streamId, sequence, deviceTimeUs, bytes, receivedMs } of frames) {
        if (!isOrdered(streamId) || !isAhead(heads.get(streamId), { sequence, deviceTimeUs }))
          continue;
        heads.set(streamId, { sequence, deviceTimeUs });
        push(bytes, receivedMs);
      }
    },
    reached({ streamId, firstSequence, frameCount, firstUs }) {
      if (waitsFor?.streamId !== streamId || firstUs > waitsFor.deviceTimeUs) return;
      if (sequenceDistance(firstSequence, waitsFor.sequence) < frameCount) release();
    },
    release,
    readThrough(beganMs) {
      if (waitsFor !== null && beganMs - heldSinceMs > HELD_MS) release();
    },
  };
}

/** Whether a frame of the log comes after the last frame seen. */
function isAhead(head: Head | undefined, frame: Head): boolean {
  if (head === undefined || frame.deviceTimeUs > head.deviceTimeUs) return true;
  // The device set its clock back but continued its sequence.
  const ahead = sequenceDistance(head.sequence, frame.sequence);
  return ahead > 0 && ahead < 2 ** 31 && head.deviceTimeUs - frame.deviceTimeUs >= REPEATED_US;
}

function parseFrames(bytes: Uint8Array): Frame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Frame[] = [];
  walkFrames(bytes, (streamId, begin, end) => {
    const at = begin + FIELD_OFFSETS.deviceTimeUs;
    frames.push({
      streamId,
      begin,
      end,
      sequence: view.getUint32(begin + FIELD_OFFSETS.sequence, true),
      deviceTimeUs: view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true),
    });
  });
  return frames;
}
