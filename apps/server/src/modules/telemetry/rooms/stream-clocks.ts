/**
 * Time of a device’s streams. One clock stamps all streams of most devices, but a stream may be
 * ahead of the others. A stream that is ahead of the server’s clock makes no other one late.
 */
type StreamClocks = {
  /** False for a late frame, which belongs only to the timeline. */
  readonly accept: (streamId: number, endMs: number, nowMs: number) => boolean;
  /** The device’s time now; -Infinity before the first frame. */
  readonly deviceNowMs: (nowMs: number) => number;
  /** How far the stream is ahead of the device’s time; 0 if by less than a few seconds. */
  readonly aheadMs: (streamId: number, nowMs: number) => number;
};

/** Time of the end of the newest frame, and when it arrived. */
type Newest = { readonly endMs: number; readonly arrivedMs: number };

/** Frames older than the newest by more than this are late. */
const LATE_MS = 30_000;
/** If only late frames arrive for this long, the device’s clock was set back: restart from them. */
const CLOCK_SET_BACK_AFTER_MS = 5_000;
/** Clocks of a device and the server that differ by less count as equal. */
const TOLERANCE_MS = 5_000;

const NEVER: Newest = { endMs: Number.NEGATIVE_INFINITY, arrivedMs: Number.NEGATIVE_INFINITY };

/** `clockOffsetMs`: device clock minus server clock, as far as it is known. */
export function createStreamClocks(clockOffsetMs: () => number): StreamClocks {
  const streams = new Map<number, Newest>();
  let newest = NEVER;

  const elapsed = ({ endMs, arrivedMs }: Newest, nowMs: number): number =>
    endMs + (nowMs - arrivedMs);
  /** Whether a device time is now by the server’s clock. */
  function isCurrent(deviceMs: number, nowMs: number): boolean {
    const aheadMs = deviceMs - (nowMs + clockOffsetMs());
    return aheadMs >= -LATE_MS && aheadMs <= TOLERANCE_MS;
  }
  function deviceNowMs(nowMs: number): number {
    const current = [...streams.values()]
      .map((stream) => elapsed(stream, nowMs))
      .filter((streamNowMs) => isCurrent(streamNowMs, nowMs));
    return current.length === 0 ? elapsed(newest, nowMs) : Math.max(...current);
  }

  return {
    accept(streamId, endMs, nowMs) {
      const isLate = endMs < newest.endMs - LATE_MS;
      const isSetBack = isLate && nowMs - newest.arrivedMs >= CLOCK_SET_BACK_AFTER_MS;
      if (isLate && !isSetBack && !isCurrent(endMs, nowMs)) return false;
      const frame = { endMs, arrivedMs: nowMs };
      if (isSetBack || endMs > newest.endMs) newest = frame;
      const last = streams.get(streamId) ?? NEVER;
      if (endMs > last.endMs || endMs < last.endMs - LATE_MS) streams.set(streamId, frame);
      return true;
    },
    deviceNowMs,
    aheadMs(streamId, nowMs) {
      const stream = streams.get(streamId);
      if (stream === undefined) return 0;
      const aheadMs = elapsed(stream, nowMs) - deviceNowMs(nowMs);
      return aheadMs > TOLERANCE_MS ? aheadMs : 0;
    },
  };
}
