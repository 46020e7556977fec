/** Turns blocks with a start time into one run of samples, and says where the run breaks. */
export interface SampleClock {
  /** Would a block with this start begin a new run? Changes nothing. */
  breaksAt(firstSampleTimeMs: number): boolean;
  /**
   * Begin a block. True when it does not follow the one before: state that spans samples must be
   * reset.
   */
  begin(firstSampleTimeMs: number): boolean;
  /** Count samples as taken; `timeMs` then is the time of the next one. */
  advance(sampleCount: number): void;
  /** Time in ms of the sample `offset` places after the next one (negative: before it). */
  timeMs(offset: number): number;
}

/**
 * Blocks whose start lies within half a sample of the expected time change nothing, so that the way
 * a recording is cut into blocks cannot change a result. Up to `gapMs` the clock follows (device
 * clocks drift, networks jitter); beyond it, or backwards by more than that, the block starts a new
 * run.
 *
 * @param sampleRateHz samples per second of one channel, > 0
 * @param gapMs largest step in ms that still counts as the same run; default 250 ms, at least two
 * samples
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

/** @throws RangeError when the rate is not a positive number: a caller's mistake, not bad data. */
export function assertSampleRate(sampleRateHz: number): void {
  if (!(sampleRateHz > 0) || !Number.isFinite(sampleRateHz)) {
    throw new RangeError(`sampleRateHz must be a positive number, got ${sampleRateHz}`);
  }
}
