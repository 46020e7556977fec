/** Measures how long a reachable device has been silent. */
type DeviceSilence = {
  readonly heard: () => void;
  /** Call it about once a second. `canReceive`: whether a frame sent now would arrive here. */
  readonly pass: (canReceive: boolean) => void;
  readonly silentMs: () => number;
};

/** A later tick does not count: this server itself was paused. */
const LATE_TICK_MS = 3_000;

/**
 * Counts only the time during which this server could hear the device, by the monotonic clock.
 * While it cannot (Bus or database down, a server joining or leaving), the count is zero, so that
 * our own failure is never reported as a device fault.
 */
export function createDeviceSilence(elapsedMs: () => number): DeviceSilence {
  let passedAtMs = elapsedMs();
  let receivedAtMs = passedAtMs;
  let silentMs = 0;
  return {
    heard() {
      receivedAtMs = elapsedMs();
      silentMs = 0;
    },
    pass(canReceive) {
      const nowMs = elapsedMs();
      const tickMs = nowMs - passedAtMs;
      if (!canReceive) silentMs = 0;
      else if (tickMs <= LATE_TICK_MS) silentMs += Math.min(tickMs, nowMs - receivedAtMs);
      passedAtMs = nowMs;
    },
    silentMs: () => silentMs,
  };
}
