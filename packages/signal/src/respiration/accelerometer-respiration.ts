import { createBreathAnalyser } from './breath-analysis.ts';
import {
  lastBreathTime,
  readBreathing,
  type RespirationEstimator,
  respirationLimits,
  type RespirationOptions,
} from './respiration-rate.ts';
import { createSlowSeries } from './slow-series.ts';
import { noReading, type Reading, uncertainReading } from '../reading/reading.ts';

/** A step this large within a tenth of a second is a body movement rather than a breath. */
const MOVEMENT_G = 0.03;
/** Swing in g that the noise of a resting sensor reaches after averaging. */
const FLAT_BELOW_G = 0.0006;

/**
 * Respiration rate per minute from a 3-axis accelerometer in g (after `scale`), samples interleaved
 * x y z. Each breath tilts the sensor on the chest by some mg, on an axis that depends on posture.
 * Each axis and their principal component are analysed; the one with the best product of regularity
 * and amplitude gives the rate. Only the time since the last movement counts.
 */
export function createAccelerometerRespiration(options: RespirationOptions): RespirationEstimator {
  const { sampleRateHz, windowSeconds = 32, scale = 1, flatBelow = FLAT_BELOW_G } = options;
  const series = createSlowSeries({ sampleRateHz, channels: 3, keepSeconds: windowSeconds, scale });
  const capacity = Math.ceil(windowSeconds * series.rateHz);
  const axes = [new Float64Array(capacity), new Float64Array(capacity), new Float64Array(capacity)];
  const principal = new Float64Array(capacity);
  const analyser = createBreathAnalyser(series.rateHz, capacity);
  let lastBreathMs = Number.NaN;

  const read = (nowMs: number): Reading => {
    const newestMs = series.newestMs();
    if (Number.isNaN(newestMs) || nowMs - newestMs > respirationLimits.maxAgeMs) return noReading;
    const length = Math.max(...axes.map((axis, channel) => series.copyNewest(channel, axis)));
    const still = stillSince(axes, length);
    const minimum = respirationLimits.minSeconds * series.rateHz;
    if (length - still < minimum)
      return uncertainReading(length < minimum ? 'settling' : 'movement', newestMs);
    const quiet = axes.map((axis) => axis.subarray(still, length));
    principalComponent(quiet, principal);
    let best: Reading = uncertainReading('irregular', newestMs);
    let bestScore = -1;
    for (const candidate of [...quiet, principal]) {
      const breathing = analyser.analyse(candidate, length - still);
      const score = breathing.certainty * Math.sqrt(breathing.power);
      if (score <= bestScore) continue;
      bestScore = score;
      best = readBreathing(breathing, flatBelow, newestMs);
      lastBreathMs = lastBreathTime(breathing, length - still, newestMs, series.rateHz);
    }
    return best;
  };

  return {
    push: (samples, firstSampleTimeMs) => series.push(samples, firstSampleTimeMs),
    read,
    lastBreathMs: () => lastBreathMs,
  };
}

/** Index after the last movement. */
function stillSince(axes: Float64Array[], length: number): number {
  for (let i = length - 1; i > 0; i--) {
    let step = 0;
    for (const axis of axes) step += ((axis[i] ?? 0) - (axis[i - 1] ?? 0)) ** 2;
    if (Math.sqrt(step) > MOVEMENT_G) return Math.min(length, i + 1);
  }
  return 0;
}

/** Projection onto the axis of largest variance (power iteration on the 3 × 3 covariance). */
function principalComponent(axes: Float64Array[], out: Float64Array): void {
  const length = axes[0]?.length ?? 0;
  const means = axes.map(
    (axis) => axis.reduce((sum, value) => sum + value, 0) / Math.max(1, length),
  );
  const covariance = axes.map((a, row) =>
    axes.map((b, column) => {
      let sum = 0;
      for (let i = 0; i < length; i++)
        sum += ((a[i] ?? 0) - (means[row] ?? 0)) * ((b[i] ?? 0) - (means[column] ?? 0));
      return sum;
    }),
  );
  // Start on the axis with the most variance, so that the start is never orthogonal to the result.
  let direction = covariance.map((row, index) => (row[index] ?? 0) + 1e-30);
  for (let round = 0; round < 20; round++) {
    const next = covariance.map((row) =>
      row.reduce((sum, value, column) => sum + value * (direction[column] ?? 0), 0),
    );
    const size = Math.hypot(...next);
    if (size === 0) break;
    direction = next.map((value) => value / size);
  }
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let axis = 0; axis < axes.length; axis++)
      sum += ((axes[axis]?.[i] ?? 0) - (means[axis] ?? 0)) * (direction[axis] ?? 0);
    out[i] = sum;
  }
}
