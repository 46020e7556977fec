import { createBeatDetector, type Beat } from './beat-detector.ts';
import { createSignalQuality } from './signal-quality.ts';
import {
  type Estimator,
  noReading,
  type Reading,
  type Samples,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';

export interface HeartRateOptions {
  /** 100..1000 Hz. */
  sampleRateHz: number;
  /** Factor from input units to mV. Default 1. */
  scale?: number;
  /** Length in seconds of the window of RR intervals. Default 10. */
  windowSeconds?: number;
  /** Called once per beat, as in the beat detector. */
  onBeat?: (beat: Beat) => void;
}

const MAX_BEATS = 64;
const MIN_INTERVALS = 3;
/** Without a beat for this long there is no rate. */
const MAX_AGE_MS = 10_000;
/** Beats this close to the newest sample are still undecided (learning, search-back). */
const DECISION_MS = 2000;
/** A real ECG shows 4 to 12, or 2.5 at 200 beats a minute; pure noise 1.4 to 1.8. */
const MIN_CONTRAST = 2;

/**
 * Heart rate in beats per minute (20..300) from one ECG lead: the median, over the last ten
 * seconds, of the mean of two adjacent RR intervals. In bigeminy, single intervals form two groups,
 * and neither gives the rate.
 */
export function createHeartRate(options: HeartRateOptions): Estimator {
  const { sampleRateHz, scale = 1, windowSeconds = 10, onBeat } = options;
  const beatTimesMs = new Float64Array(MAX_BEATS);
  const scratch = new Float64Array(MAX_BEATS);
  let beats = 0;
  let newestMs = Number.NaN;
  const quality = createSignalQuality({ sampleRateHz, scale });
  const detector = createBeatDetector({
    sampleRateHz,
    scale,
    onBeat: (beat) => {
      beatTimesMs[beats % MAX_BEATS] = beat.timeMs;
      beats += 1;
      onBeat?.(beat);
    },
  });

  const read = (nowMs: number): Reading => {
    if (Number.isNaN(newestMs) || nowMs - newestMs > MAX_AGE_MS) return noReading;
    const judged = quality.read(nowMs);
    if (judged.kind === 'value' && judged.value !== 'good')
      return uncertainReading(judged.value, newestMs);
    const lastBeatMs = beatTimesMs[(beats - 1 + MAX_BEATS) % MAX_BEATS] ?? 0;
    if (beats === 0 || newestMs - lastBeatMs > MAX_AGE_MS)
      return uncertainReading(beats === 0 ? 'settling' : 'irregular', newestMs);
    const intervals = pairIntervals(
      beatTimesMs,
      beats,
      newestMs - DECISION_MS - windowSeconds * 1000,
      scratch,
    );
    if (intervals < MIN_INTERVALS - 1) return uncertainReading('settling', lastBeatMs);
    if (detector.contrast() < MIN_CONTRAST) return uncertainReading('noisy', lastBeatMs);
    return toRateReading(scratch.subarray(0, intervals), detector.contrast(), lastBeatMs);
  };

  return {
    push(samples: Samples, firstSampleTimeMs) {
      detector.push(samples, firstSampleTimeMs);
      quality.push(samples, firstSampleTimeMs);
      newestMs = firstSampleTimeMs + (samples.length * 1000) / sampleRateHz;
    },
    read,
  };
}

/**
 * Writes half the time from each beat to the next but one, for beats after `fromMs`, into `out`.
 * Returns the number of values.
 */
function pairIntervals(
  timesMs: Float64Array,
  beats: number,
  fromMs: number,
  out: Float64Array,
): number {
  let found = 0;
  const oldest = Math.max(0, beats - timesMs.length);
  for (let i = beats - 1; i - 2 >= oldest; i--) {
    const start = timesMs[(i - 2) % timesMs.length] ?? 0;
    if (start < fromMs) break;
    out[found] = ((timesMs[i % timesMs.length] ?? 0) - start) / 2;
    found += 1;
  }
  return found;
}

function toRateReading(intervalsMs: Float64Array, contrast: number, atMs: number): Reading {
  intervalsMs.sort();
  const middle = intervalsMs.length >> 1;
  const upper = intervalsMs[middle] ?? 0;
  const medianMs =
    intervalsMs.length % 2 === 1 ? upper : ((intervalsMs[middle - 1] ?? 0) + upper) / 2;
  const ratePerMinute = 60_000 / medianMs;
  if (ratePerMinute < 20 || ratePerMinute > 300) return uncertainReading('implausible', atMs);
  let near = 0;
  for (const interval of intervalsMs) if (Math.abs(interval - medianMs) < 0.2 * medianMs) near += 1;
  const regularity = near / intervalsMs.length;
  if (regularity < 0.4) return uncertainReading('irregular', atMs);
  return valueReading(ratePerMinute, regularity * Math.min(1, (contrast - 1.5) / 1.2), atMs);
}

/**
 * Mean heart rate of a finished recording in beats per minute, from its first to its last beat.
 * Intervals under 0.5 or over 1.6 times the median are excluded: they come from missed or false
 * beats. NaN below 3 beats.
 *
 * @param beatTimesMs ascending
 */
export function meanHeartRate(beatTimesMs: ArrayLike<number>): number {
  const intervals: number[] = [];
  for (let i = 1; i < beatTimesMs.length; i++)
    intervals.push((beatTimesMs[i] ?? 0) - (beatTimesMs[i - 1] ?? 0));
  if (intervals.length < 2) return Number.NaN;
  const medianMs = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? Number.NaN;
  const kept = intervals.filter((interval) => interval > medianMs / 2 && interval < 1.6 * medianMs);
  return (60_000 * kept.length) / kept.reduce((sum, interval) => sum + interval, 0);
}
