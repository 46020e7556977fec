/** Assigns times to the samples of consecutive blocks and detects gaps. */
export interface SampleClock {
  /** Whether a block with this start would begin a new run. Changes nothing. */
  breaksAt(firstSampleTimeMs: number): boolean;
  /**
   * Begins a block. Returns true if it does not continue the previous one, in which case state that
   * spans samples must be reset.
   */
  begin(firstSampleTimeMs: number): boolean;
  /** Counts samples as read; `timeMs` is then relative to the next one. */
  advance(sampleCount: number): void;
  /** Time in ms of the sample `offset` places after the next one (before it, if negative). */
  timeMs(offset: number): number;
}

/**
 * A block that starts within half a sample of the expected time does not move the clock, so that
 * results do not depend on how a recording is cut into blocks. A step of up to `gapMs` moves the
 * clock (device clocks drift, networks jitter). A larger step in either direction starts a new run.
 *
 * @param sampleRateHz samples per second of one channel, > 0
 * @param gapMs largest step in ms within a run; default 250 ms, at least two samples
 * @throws RangeError when `sampleRateHz` is not a positive number
 */
export function createSampleClock(sampleRateHz: number, gapMs = 250): SampleClock {
  assertSampleRate(sampleRateHz);
  const periodMs = 1000 / sampleRateHz;
  const toleranceMs = Math.max(gapMs, 2 * periodMs);
  let anchorMs = Number.NaN;
  let samplesSinceAnchor = 0;
  const stepMs = (firstSampleTimeMs: number) =>
    firstSampleTimeMs - (anchorMs + samplesSinceAnchor * periodMs);
  return {
    breaksAt: (firstSampleTimeMs) => !(Math.abs(stepMs(firstSampleTimeMs)) <= toleranceMs),
    begin(firstSampleTimeMs) {
      const step = Math.abs(stepMs(firstSampleTimeMs));
      if (step <= periodMs / 2) return false;
      anchorMs = firstSampleTimeMs;
      samplesSinceAnchor = 0;
      return !(step <= toleranceMs);
    },
    advance(sampleCount) {
      samplesSinceAnchor += sampleCount;
    },
    timeMs(offset) {
      return anchorMs + (samplesSinceAnchor + offset) * periodMs;
    },
  };
}

/** @throws RangeError when the rate is not a positive number */
function assertSampleRate(sampleRateHz: number): void {
  if (!(sampleRateHz > 0) || !Number.isFinite(sampleRateHz)) {
    throw new RangeError(`sampleRateHz must be a positive number, got ${sampleRateHz}`);
  }
}
