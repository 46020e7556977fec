/** Time in which a device could be heard and was not. */
type DeviceSilence = {
  readonly heard: () => void;
  /** Call it about once a second. `canHear`: whether a frame sent now would arrive here. */
  readonly pass: (canHear: boolean) => void;
  readonly silentMs: () => number;
};

/** A tick that comes later says nothing of the time before it: this server itself stood still. */
const LATE_TICK_MS = 3_000;

/**
 * Counts only the time in which this server could hear the device, by the monotonic clock. While it
 * cannot (Bus or database away, a server that comes or goes) the count is zero, so that a fault
 * of ours is never a fault of the device.
 */
export function createDeviceSilence(elapsedMs: () => number): DeviceSilence {
  let passedAtMs = elapsedMs();
  let heardAtMs = passedAtMs;
  let silentMs = 0;
  return {
    heard() {
      heardAtMs = elapsedMs();
      silentMs = 0;
    },
    pass(canHear) {
      const nowMs = elapsedMs();
      const tickMs = nowMs - passedAtMs;
      if (!canHear) silentMs = 0;
      else if (tickMs <= LATE_TICK_MS) silentMs += Math.min(tickMs, nowMs - heardAtMs);
      passedAtMs = nowMs;
    },
    silentMs: () => silentMs,
  };
}
