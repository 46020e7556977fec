/** Measures how long a reachable device has been silent. */
type DeviceSilence = {
  readonly received: () => void;
  /** Call it about once a second. */
  readonly pass: (reception: Reception) => void;
  readonly silentMs: () => number;
};

/**
 * Whether a frame that a device sends now would arrive here. `unsure`: servers join or leave, so
 * the device may be reconnecting. `no`: this server is cut off from the Bus or the database.
 */
export type Reception = 'yes' | 'unsure' | 'no';

/** A later tick does not count: this server itself was paused. */
const LATE_TICK_MS = 3_000;

/**
 * Counts only the time during which this server could hear the device, by the monotonic clock, so
 * that our own failure is never reported as a device fault. After `no` the count restarts from
 * zero; during `unsure` it pauses, so that a server that restarts repeatedly cannot postpone every
 * verdict.
 */
export function createDeviceSilence(elapsedMs: () => number): DeviceSilence {
  let passedAtMs = elapsedMs();
  let receivedAtMs = passedAtMs;
  let silentMs = 0;
  return {
    received() {
      receivedAtMs = elapsedMs();
      silentMs = 0;
    },
    pass(reception) {
      const nowMs = elapsedMs();
      const tickMs = nowMs - passedAtMs;
      if (reception === 'no') silentMs = 0;
      else if (reception === 'yes' && tickMs <= LATE_TICK_MS)
        silentMs += Math.min(tickMs, nowMs - receivedAtMs);
      passedAtMs = nowMs;
    },
    silentMs: () => silentMs,
  };
}

/** Without a verdict for this long, silent devices go unreported. */
const UNJUDGED_AFTER_MS = 60_000;

/** Warns when this server could not judge silent devices for a minute, and when it can again. */
export function createVerdictWatch(
  elapsedMs: () => number,
  log: { readonly warn: (fields: object, text: string) => void },
): (reception: Reception) => void {
  let judgedAtMs = elapsedMs();
  let isReported = false;
  return (reception) => {
    const waitedMs = elapsedMs() - judgedAtMs;
    if (reception === 'yes') {
      if (isReported) log.warn({ waitedMs }, 'silent devices reported again');
      judgedAtMs = elapsedMs();
      isReported = false;
    } else if (!isReported && waitedMs >= UNJUDGED_AFTER_MS) {
      isReported = true;
      log.warn({ reception, waitedMs }, 'silent devices not reported: frames may not arrive here');
    }
  };
}
