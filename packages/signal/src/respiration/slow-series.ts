import { isNotMeasured, type Samples } from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

/** The latest values of one or more channels at about 10 Hz, in fixed memory. */
interface SlowSeries {
  /**
   * Adds interleaved samples of all channels. A gap in time, or five seconds without a measured
   * value, empties the series.
   */
  push(samples: Samples, firstSampleTimeMs: number): void;
  /**
   * Copies the newest `out.length` values (or fewer) of a channel into `out`, oldest first. Returns
   * the number copied.
   */
  copyNewest(channel: number, out: Float64Array): number;
  /** Number of values per channel. */
  size(): number;
  /** Time of the newest value; NaN when empty. */
  newestMs(): number;
  readonly rateHz: number;
}

interface SlowSeriesOptions {
  sampleRateHz: number;
  channels: number;
  keepSeconds: number;
  scale: number;
}

/** Enough for breathing at 70 /min (1.2 Hz) and its first harmonics. */
const TARGET_RATE_HZ = 10;

/**
 * Shorter holes are bridged with the last value. After a longer one the sensor was off, so the
 * earlier values no longer apply.
 */
const MAX_HOLE_SECONDS = 5;

/**
 * Averages blocks of samples down to 8..15 Hz. Blocks are counted from the start of a run, so the
 * result does not depend on how the samples are cut.
 */
export function createSlowSeries({
  sampleRateHz,
  channels,
  keepSeconds,
  scale,
}: SlowSeriesOptions): SlowSeries {
  const clock = createSampleClock(sampleRateHz);
  const factor = Math.max(1, Math.round(sampleRateHz / TARGET_RATE_HZ));
  const rateHz = sampleRateHz / factor;
  const capacity = Math.ceil(keepSeconds * rateHz);
  const kept = new Float64Array(capacity * channels);
  const sums = new Float64Array(channels);
  const measured = new Float64Array(channels);
  const held = new Float64Array(channels);
  let inBlock = 0;
  let count = 0;
  let missingBlocks = 0;
  let newestMs = Number.NaN;

  const closeBlock = (atMs: number) => {
    missingBlocks = measured.some((number) => number > 0) ? 0 : missingBlocks + 1;
    if (missingBlocks > MAX_HOLE_SECONDS * rateHz || missingBlocks > count) return empty();
    for (let channel = 0; channel < channels; channel++) {
      const number = measured[channel] ?? 0;
      if (number > 0) held[channel] = ((sums[channel] ?? 0) / number) * scale;
      kept[channel * capacity + (count % capacity)] = held[channel] ?? 0;
    }
    sums.fill(0);
    measured.fill(0);
    inBlock = 0;
    count += 1;
    newestMs = atMs;
  };
  const empty = () => {
    sums.fill(0);
    measured.fill(0);
    inBlock = 0;
    count = 0;
    missingBlocks = 0;
    newestMs = Number.NaN;
  };

  return {
    rateHz,
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) empty();
      const frames = Math.floor(samples.length / channels);
      for (let frame = 0; frame < frames; frame++) {
        for (let channel = 0; channel < channels; channel++) {
          const sample = samples[frame * channels + channel] ?? Number.NaN;
          if (isNotMeasured(sample)) continue;
          sums[channel] = (sums[channel] ?? 0) + sample;
          measured[channel] = (measured[channel] ?? 0) + 1;
        }
        inBlock += 1;
        if (inBlock < factor) continue;
        closeBlock(clock.timeMs(frame - (factor - 1) / 2));
      }
      clock.advance(frames);
    },
    copyNewest(channel, out) {
      const taken = Math.min(out.length, count, capacity);
      const base = channel * capacity;
      for (let i = 0; i < taken; i++) out[i] = kept[base + ((count - taken + i) % capacity)] ?? 0;
      return taken;
    },
    size: () => Math.min(count, capacity),
    newestMs: () => newestMs,
  };
}
