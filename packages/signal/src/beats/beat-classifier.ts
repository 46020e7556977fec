/** A local maximum of the QRS energy that no larger one follows within 200 ms. */
export interface EnergyPeak {
  /** Sample index of the energy peak, counted from the start. */
  energyAt: number;
  energy: number;
  /** Steepest slope around the peak. */
  slope: number;
  /** Sample index of the R peak (largest deflection) that belongs to it. */
  beatAt: number;
  amplitude: number;
}

interface BeatClassifier {
  /** Classifies the next peak in time. Calls `onBeat` for each beat, in order of time. */
  offer(peak: EnergyPeak): void;
  /** Call once per sample: searches back for a missed beat when a pause grows too long. */
  tick(now: number, energy: number): void;
  /** Classifies the pending peaks; call at the end of a recording. */
  flush(): void;
  reset(): void;
  /**
   * Median peak energy of recent beats over the mean energy of the last ten seconds: 4 to 12 in an
   * ECG, under 2 in noise.
   */
  contrast(): number;
}

const MEMORY = 8;
const LEARN_SECONDS = 3;
/** Hamilton 2002: position of the threshold between the noise peaks (0) and the beat peaks (1). */
const THRESHOLD_SHARE = 0.3125;
const T_WAVE_SECONDS = 0.36;
const SEARCH_BACK_FACTOR = 1.5;
const RELEARN_SECONDS = 5;
const MEAN_SECONDS = 10;

/**
 * Adaptive thresholds on QRS energy with T-wave rule and search-back, after P. Hamilton, "Open
 * source ECG analysis", Computers in Cardiology 29, 2002, and J. Pan, W. Tompkins, IEEE Trans.
 * Biomed. Eng. 32, 1985.
 */
export function createBeatClassifier(
  sampleRateHz: number,
  onBeat: (peak: EnergyPeak) => void,
): BeatClassifier {
  const beatEnergies = createRecent(MEMORY);
  const noiseEnergies = createRecent(MEMORY);
  const intervals = createRecent(MEMORY);
  const learning: EnergyPeak[] = [];
  let learnFrom = -1;
  let learned = false;
  const meanShare = 1 / (MEAN_SECONDS * sampleRateHz);
  let ticks = 0;
  // In an array: a fraction in a captured variable would allocate an object for each sample.
  const meanEnergy = new Float64Array(1);
  let lastBeat: EnergyPeak | undefined;
  let missed: EnergyPeak | undefined;

  const threshold = () =>
    noiseEnergies.median() + THRESHOLD_SHARE * (beatEnergies.median() - noiseEnergies.median());

  const accept = (peak: EnergyPeak) => {
    if (lastBeat) intervals.add(peak.energyAt - lastBeat.energyAt);
    beatEnergies.add(peak.energy);
    lastBeat = peak;
    missed = undefined;
    onBeat(peak);
  };

  const classify = (peak: EnergyPeak) => {
    const limit = threshold();
    const sinceBeat = lastBeat ? peak.energyAt - lastBeat.energyAt : Infinity;
    const isTWave =
      lastBeat !== undefined &&
      sinceBeat < T_WAVE_SECONDS * sampleRateHz &&
      peak.slope < lastBeat.slope / 2;
    if (!isTWave && peak.energy > limit) return accept(peak);
    noiseEnergies.add(peak.energy);
    const mayBeMissed = sinceBeat > T_WAVE_SECONDS * sampleRateHz && peak.energy > limit / 2;
    if (mayBeMissed && peak.energy > (missed?.energy ?? 0)) missed = peak;
  };

  const finishLearning = () => {
    for (let second = 0; second < LEARN_SECONDS; second++) {
      const from = learnFrom + second * sampleRateHz;
      const inside = learning.filter(
        (peak) => peak.energyAt >= from && peak.energyAt < from + sampleRateHz,
      );
      beatEnergies.add(inside.reduce((most, peak) => Math.max(most, peak.energy), 0));
    }
    learned = true;
    for (const peak of learning) classify(peak);
    learning.length = 0;
  };

  const relearn = (now: number) => {
    beatEnergies.clear();
    noiseEnergies.clear();
    intervals.clear();
    missed = undefined;
    learned = false;
    learnFrom = now;
  };

  return {
    offer(peak) {
      if (learned) classify(peak);
      else learning.push(peak);
    },
    tick(now, energy) {
      ticks += 1;
      const mean = meanEnergy[0] ?? 0;
      meanEnergy[0] = mean + Math.max(meanShare, 1 / ticks) * (energy - mean);
      if (learnFrom < 0) learnFrom = now;
      if (!learned) {
        if (now - learnFrom >= (LEARN_SECONDS + 0.25) * sampleRateHz) finishLearning();
        return;
      }
      const usual = intervals.size() > 0 ? intervals.median() : sampleRateHz;
      const since = now - (lastBeat?.energyAt ?? learnFrom);
      if (missed && since > SEARCH_BACK_FACTOR * usual + 0.2 * sampleRateHz) accept(missed);
      else if (Math.min(since, now - learnFrom) > RELEARN_SECONDS * sampleRateHz) relearn(now);
    },
    flush() {
      if (!learned) finishLearning();
    },
    reset() {
      relearn(-1);
      learning.length = 0;
      lastBeat = undefined;
      ticks = 0;
      meanEnergy.fill(0);
    },
    contrast() {
      const mean = meanEnergy[0] ?? 0;
      return mean > 0 && beatEnergies.size() > 0 ? beatEnergies.median() / mean : 1;
    },
  };
}

interface Recent {
  add(value: number): void;
  median(): number;
  size(): number;
  clear(): void;
}

/** The median of the last `capacity` values; 0 when empty. */
function createRecent(capacity: number): Recent {
  const values = new Float64Array(capacity);
  const sorted = new Float64Array(capacity);
  let count = 0;
  let middle = 0;
  return {
    add(value) {
      values[count % capacity] = value;
      count += 1;
      const used = Math.min(count, capacity);
      sorted.set(values);
      sorted.subarray(0, used).sort();
      middle = ((sorted[(used - 1) >> 1] ?? 0) + (sorted[used >> 1] ?? 0)) / 2;
    },
    median: () => middle,
    size: () => Math.min(count, capacity),
    clear() {
      count = 0;
      middle = 0;
    },
  };
}
