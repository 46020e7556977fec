import { createBeatClassifier, type EnergyPeak } from './beat-classifier.ts';
import { createQrsEnergy } from './qrs-energy.ts';
import {
  type Estimator,
  isNotMeasured,
  noReading,
  type Reading,
  type Samples,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export interface Beat {
  timeMs: number;
  /** Sample index of the R peak (largest deflection), counted from the first sample pushed. */
  sampleIndex: number;
  /** Deflection from the local baseline, in input units × scale; negative in an inverted lead. */
  amplitude: number;
}

export interface BeatDetectorOptions {
  /** 100..1000 Hz. */
  sampleRateHz: number;
  /** Factor from input units to the unit of `amplitude` (for int16, mV a step). Default 1. */
  scale?: number;
  /**
   * Called once a beat, in order of time, 0.25 s to 2 s after it. Learning and search-back take the
   * longest.
   */
  onBeat?: (beat: Beat) => void;
}

export interface BeatDetector extends Estimator<Beat> {
  /** Decides on pending peaks; call at the end of a recording. */
  flush(): void;
  /**
   * Peak energy of recent beats over the mean energy: under 2 in pure noise, 4 to 12 in a usable
   * ECG.
   */
  contrast(): number;
}

/** `read` reports a beat for this long. */
const MAX_AGE_MS = 10_000;
const REFRACTORY_SECONDS = 0.2;
/** The R peak is searched this far on either side of the energy peak. */
const SEARCH_SECONDS = 0.1;

/**
 * Online QRS detector: band-pass, slope energy, peaks at least 200 ms apart, adaptive thresholds
 * with search-back (see beat-classifier.ts), then the largest deflection of the raw ECG around the
 * energy peak. Polarity does not matter. Memory is fixed: half a second of samples and, while
 * learning, at most one pending peak for each 200 ms.
 */
export function createBeatDetector(options: BeatDetectorOptions): BeatDetector {
  const { sampleRateHz, scale = 1, onBeat } = options;
  const clock = createSampleClock(sampleRateHz);
  const energy = createQrsEnergy(sampleRateHz);
  const finder = createPeakFinder(sampleRateHz, energy.delaySamples);
  let lastSample = 0;
  let count = 0;
  let countAtBlock = 0;
  let last: Beat | undefined;
  let contrastNow = 1;

  const classifier = createBeatClassifier(sampleRateHz, (peak) => {
    const timeMs = clock.timeMs(peak.beatAt - countAtBlock);
    last = { timeMs, sampleIndex: peak.beatAt, amplitude: peak.amplitude * scale };
    contrastNow = classifier.contrast();
    onBeat?.(last);
  });

  const take = (sample: number) => {
    const value = energy.next(sample);
    const peak = finder.next(sample, value, Math.abs(energy.slope()), count);
    if (peak) classifier.offer(peak);
    classifier.tick(count, value);
    count += 1;
  };

  // Must run before the clock advances: pending peaks belong to the time before the gap.
  const restart = () => {
    classifier.flush();
    classifier.reset();
    energy.reset();
    finder.reset();
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (count > 0 && clock.breaksAt(firstSampleTimeMs)) restart();
      clock.begin(firstSampleTimeMs);
      countAtBlock = count;
      let held = lastSample;
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i] ?? Number.NaN;
        if (!isNotMeasured(sample)) held = sample;
        take(held);
      }
      lastSample = held;
      clock.advance(samples.length);
      countAtBlock = count;
    },
    read(nowMs): Reading<Beat> {
      if (!last) return count === 0 ? noReading : uncertainReading('settling', nowMs);
      if (nowMs - last.timeMs > MAX_AGE_MS) return noReading;
      return valueReading(last, (contrastNow - 1.5) / 2.5, last.timeMs);
    },
    flush() {
      const rest = finder.flush();
      if (rest) classifier.offer(rest);
      classifier.flush();
    },
    contrast: () => classifier.contrast(),
  };
}

/**
 * Finds the sample indices of the R peaks of a whole recording. Both ends are padded with their
 * mirror image, so that the first and the last beat have data on both sides.
 *
 * @param samples one ECG lead, any unit
 * @param sampleRateHz 100..1000
 */
export function detectBeats(samples: Samples, sampleRateHz: number): Int32Array {
  const found: number[] = [];
  const margin = Math.min(samples.length - 1, Math.round(sampleRateHz));
  const detector = createBeatDetector({
    sampleRateHz,
    onBeat: ({ sampleIndex }) => {
      const index = sampleIndex - margin;
      if (index >= 0 && index < samples.length) found.push(index);
    },
  });
  if (samples.length === 0) return new Int32Array(0);
  const padded = new Float32Array(samples.length + 2 * margin);
  padded.set(samples, margin);
  for (let i = 1; i <= margin; i++) {
    padded[margin - i] = samples[i] ?? 0;
    padded[margin + samples.length - 1 + i] = samples[samples.length - 1 - i] ?? 0;
  }
  detector.push(padded, 0);
  detector.flush();
  return Int32Array.from(found);
}

function steepest(slopes: Float64Array): number {
  let maxValue = 0;
  for (let i = 0; i < slopes.length; i++) maxValue = Math.max(maxValue, slopes[i] ?? 0);
  return maxValue;
}

interface PeakFinder {
  next(sample: number, energy: number, slope: number, now: number): EnergyPeak | undefined;
  flush(): EnergyPeak | undefined;
  reset(): void;
}

/** Finds energy maxima that stay the largest for 200 ms, and their R peaks in the raw samples. */
function createPeakFinder(sampleRateHz: number, delaySamples: number): PeakFinder {
  const refractory = Math.round(REFRACTORY_SECONDS * sampleRateHz);
  const search = Math.round(SEARCH_SECONDS * sampleRateHz);
  const raw = new Float64Array(
    2 ** Math.ceil(Math.log2(refractory + delaySamples + 3 * search + 2)),
  );
  const slopes = new Float64Array(Math.max(2, Math.round(0.15 * sampleRateHz)));
  const mask = raw.length - 1;
  let open: EnergyPeak | undefined;
  // Energies of the last two samples. In an array: a fraction in a captured variable would allocate
  // an object for each sample.
  const energies = new Float64Array(2);
  let newest = 0;
  let firstKept = 0;

  const locate = (peak: EnergyPeak): EnergyPeak => {
    const centre = Math.round(peak.energyAt - delaySamples);
    const from = Math.max(firstKept, centre - search, newest - mask);
    const to = Math.min(newest, centre + search);
    let sum = 0;
    for (let i = from; i <= to; i++) sum += raw[i & mask] ?? 0;
    const baseline = sum / Math.max(1, to - from + 1);
    for (let i = from; i <= to; i++) {
      const deflection = (raw[i & mask] ?? 0) - baseline;
      if (Math.abs(deflection) <= Math.abs(peak.amplitude)) continue;
      peak.amplitude = deflection;
      peak.beatAt = i;
    }
    return peak;
  };

  return {
    next(sample, energy, slope, now) {
      newest = now;
      raw[now & mask] = sample;
      slopes[now % slopes.length] = slope;
      const before = energies[0] ?? 0;
      const middle = energies[1] ?? 0;
      const isLocalMaximum = middle > before && middle >= energy;
      let done: EnergyPeak | undefined;
      if (open && now - 1 - open.energyAt >= refractory) {
        done = locate(open);
        open = undefined;
      }
      if (isLocalMaximum && middle > (open?.energy ?? 0)) {
        open = {
          energyAt: now - 1,
          energy: middle,
          slope: steepest(slopes),
          beatAt: now - 1,
          amplitude: 0,
        };
      }
      energies[0] = middle;
      energies[1] = energy;
      return done;
    },
    flush() {
      const rest = open ? locate(open) : undefined;
      open = undefined;
      return rest;
    },
    reset() {
      open = undefined;
      energies.fill(0);
      firstKept = newest + 1;
      slopes.fill(0);
    },
  };
}
