import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Observed, RoomFacts } from '@yamori/domain';
import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import { toFallEvent } from './device-vitals.ts';
import type { RoomDevice } from './derive-room-state.ts';

/** What a server replays when it takes a room over. */
export type RoomReplay = {
  /** Frames received from this time on have not been read by any owner. */
  readonly fromMs: number;
  readonly nowMs: number;
  /** Frames of the room’s devices, in order of receipt. */
  readonly frames: readonly StoredFrame[];
  /** Called for an unreadable frame or a failed step; the replay continues. */
  readonly onFailed: (error: unknown) => void;
};

type RoomReplayOptions = RoomReplay & {
  readonly monitors: readonly DeviceMonitor[];
  /** Advances the room and returns the facts for its rules. */
  readonly advance: (devices: readonly RoomDevice[], atMs: number) => RoomFacts | null;
};

/** How far estimators look back. */
export const WARM_UP_MS = 90_000;
/**
 * How much of the frames that the previous owner read is replayed for the rules. Rules persist
 * their facts every 30 s. A frame received before `fromMs` may be committed after the log was read;
 * the rules ignore events that they already have.
 */
const OVERLAP_MS = 35_000;
const STEP_MS = 1_000;
/** Steps between yields to the event loop; a step takes about 1 ms. */
const STEPS_PER_TURN = 10;

/**
 * Replays the received frames second by second at their original times, so that durations continue
 * across owners. Returns the observations for the rules.
 */
export async function replayRoom(options: RoomReplayOptions): Promise<Observed[]> {
  const { fromMs, nowMs, monitors, advance } = options;
  // The receiving server’s clock may be slightly ahead.
  const frames = options.frames.map((frame) => ({
    ...frame,
    receivedMs: Math.min(frame.receivedMs, nowMs),
  }));
  const observed: Observed[] = [];
  let at = 0;
  let steps = 0;
  // Nothing before the first frame is missing from the log of facts.
  const beginMs = Math.max(fromMs - WARM_UP_MS, (frames[0]?.receivedMs ?? nowMs) - STEP_MS);
  for (let atMs = beginMs; frames.length > 0 && atMs < nowMs; atMs += STEP_MS) {
    const stepMs = Math.min(atMs + STEP_MS, nowMs);
    const begin = at;
    while ((frames[at]?.receivedMs ?? Infinity) <= stepMs) at += 1;
    const events = frames
      .slice(begin, at)
      .flatMap((frame) => eventsIn(frame, monitors, options.onFailed));
    observed.push(...events.filter((event) => event.atMs > fromMs - OVERLAP_MS));
    try {
      const devices = monitors.map((monitor) => monitor.update('no', stepMs).forRoom);
      const facts = stepMs > fromMs - OVERLAP_MS ? advance(devices, stepMs) : null;
      if (facts !== null) observed.push({ atMs: stepMs, facts });
    } catch (error) {
      options.onFailed(error);
    }
    steps += 1;
    if (steps % STEPS_PER_TURN === 0) await yieldToEventLoop();
  }
  return observed;
}

/** The falls, each at the time its frame was received. Presses are in the press store. */
function eventsIn(
  frame: StoredFrame,
  monitors: readonly DeviceMonitor[],
  onFailed: (error: unknown) => void,
): Observed[] {
  const { serial } = frame;
  const monitor = monitors.find(({ device }) => device.serial === serial);
  try {
    return (monitor?.replay([frame]) ?? []).flatMap(({ happening, receivedAtMs }): Observed[] =>
      happening.kind === 'fall'
        ? [{ atMs: receivedAtMs, events: [toFallEvent(serial, happening)] }]
        : [],
    );
  } catch (error) {
    onFailed(error);
    return [];
  }
}
