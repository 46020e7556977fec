import { setImmediate as letOthers } from 'node:timers/promises';
import type { Observed, RoomFacts } from '@yamori/domain';
import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import { fallOf } from './device-vitals.ts';
import type { RoomDevice } from './room-live-rules.ts';

/** What a server that takes a room over reads of the time before. */
export type RoomReplay = {
  /** What was received from then on has not been read by any owner. */
  readonly fromMs: number;
  readonly nowMs: number;
  /** Of the room's devices, in the order in which they were received. */
  readonly frames: readonly StoredFrame[];
  /** Called for a frame that cannot be read, or a second that fails; the replay goes on. */
  readonly onFailed: (error: unknown) => void;
};

type RoomReplayParts = RoomReplay & {
  readonly monitors: readonly DeviceMonitor[];
  /** Moves the room on and gives what the rules know of it then. */
  readonly moveOn: (devices: readonly RoomDevice[], atMs: number) => RoomFacts | null;
};

/** Estimators look back this far. */
export const WARM_UP_MS = 90_000;
/** What rules saw is stored every 30 s: from this long before on they see it again. */
const FACTS_MS = 35_000;
const STEP_MS = 1_000;
/** A step of a room takes about a millisecond. */
const STEPS_AT_ONCE = 10;

/**
 * Gives the monitors of a room what was received, second by second at the times of then, so that a
 * duration counts through the change of owners. @returns what the rules have to see of it
 */
export async function replayRoom(parts: RoomReplayParts): Promise<Observed[]> {
  const { fromMs, nowMs, monitors, moveOn } = parts;
  // The clock of the server that received a frame may be a little ahead.
  const frames = parts.frames.map((frame) => ({
    ...frame,
    receivedMs: Math.min(frame.receivedMs, nowMs),
  }));
  const observed: Observed[] = [];
  let at = 0;
  let steps = 0;
  // Before the first frame nothing was known that the log of facts does not tell.
  const beginMs = Math.max(fromMs - WARM_UP_MS, (frames[0]?.receivedMs ?? nowMs) - STEP_MS);
  for (let atMs = beginMs; frames.length > 0 && atMs < nowMs; atMs += STEP_MS) {
    const stepMs = Math.min(atMs + STEP_MS, nowMs);
    const begin = at;
    while ((frames[at]?.receivedMs ?? Infinity) <= stepMs) at += 1;
    const events = frames
      .slice(begin, at)
      .flatMap((frame) => eventsIn(frame, monitors, parts.onFailed));
    observed.push(...events.filter((event) => event.atMs >= fromMs));
    try {
      const devices = monitors.map((monitor) => monitor.update(false, stepMs).forRoom);
      const facts = stepMs > fromMs - FACTS_MS ? moveOn(devices, stepMs) : null;
      if (facts !== null) observed.push({ atMs: stepMs, facts });
    } catch (error) {
      parts.onFailed(error);
    }
    steps += 1;
    if (steps % STEPS_AT_ONCE === 0) await letOthers();
  }
  return observed;
}

/** The falls, each at the time at which its frame was received. Presses wait in the press store. */
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
        ? [{ atMs: receivedAtMs, events: [fallOf(serial, happening)] }]
        : [],
    );
  } catch (error) {
    onFailed(error);
    return [];
  }
}
