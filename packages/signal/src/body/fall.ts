import { isNotMeasured, type Samples } from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export interface FallWatchOptions {
  /** Samples per second of one axis; at least 20 Hz. */
  sampleRateHz: number;
  /** Factor from input units to g. Default 1. */
  scale?: number;
}

export interface FallWatch {
  /** Samples are interleaved x y z; y points to the wearer's head. */
  push(samples: Samples, firstSampleTimeMs: number): void;
  /**
   * Returns the impact times of the falls detected since the last call. A fall is confirmed three
   * seconds after its impact.
   */
  take(): number[];
}

/**
 * Minimum impact of the trunk: young people who fell onto a mat reached 2.7 to 3.5 g and more;
 * sitting down hard hardly ever reaches 2.5 g (Bourke 2007).
 */
const IMPACT_G = 2.5;
/**
 * Minimum impact for a wearer who lay before: turning over against a bed rail does not reach it.
 */
const IMPACT_FROM_LYING_G = 3;
/**
 * Posture after an impact is assessed from 1 s, when the sensor has settled, to 3 s (Kangas 2008).
 */
const SETTLES_MS = 1_000;
const LIES_UNTIL_MS = 3_000;
/** Length of the history that shows whether the wearer was upright before the impact. */
const BEFORE_MS = 4_000;
/** The trunk is upright within 45° of the vertical, and lies from 60°. */
const UPRIGHT_COSINE = 0.7;
const LYING_COSINE = 0.5;
/** Samples are averaged over a tenth of a second, which leaves gravity. */
const GRAVITY_SAMPLES_PER_SECOND = 10;
/** A further impact within this time belongs to the same fall. */
const SAME_FALL_MS = 20_000;

type GravitySample = { readonly atMs: number; readonly up: number; readonly size: number };

/**
 * Detects falls from a worn accelerometer: an impact, after which the wearer lies and does not get
 * up immediately. After standing or walking 2.5 g suffice; after lying (a fall out of bed) it takes
 * 3 g and a change of posture. A slow slide along a wall has no impact and is missed, as is any
 * fall without the sensor worn. A sensor with a range below 3 g clips the impact. The detector errs
 * towards alarms: throwing oneself onto a bed counts as a fall.
 */
export function createFallWatch({ sampleRateHz, scale = 1 }: FallWatchOptions): FallWatch {
  const clock = createSampleClock(sampleRateHz);
  const samplesPerAverage = Math.max(1, Math.round(sampleRateHz / GRAVITY_SAMPLES_PER_SECOND));
  const sums = new Float64Array(3);
  let samplesInAverage = 0;
  let history: (GravitySample & { readonly lying: readonly number[] })[] = [];
  let impact: { readonly atMs: number; readonly peakG: number } | null = null;
  let fellAtMs = Number.NEGATIVE_INFINITY;
  let falls: number[] = [];

  const restart = (): void => {
    sums.fill(0);
    samplesInAverage = 0;
    history = [];
    impact = null;
  };

  const closeAverage = (atMs: number): void => {
    const [x = 0, y = 0, z = 0] = sums.map((sum) => sum / samplesInAverage);
    const size = Math.hypot(x, y, z);
    history.push({ atMs, size, up: size === 0 ? 0 : y / size, lying: [x, y, z] });
    sums.fill(0);
    samplesInAverage = 0;
    const oldestMs = (impact?.atMs ?? atMs) - BEFORE_MS;
    while ((history[0]?.atMs ?? Infinity) < oldestMs) history.shift();
    if (impact !== null && atMs - impact.atMs >= LIES_UNTIL_MS) assessImpact(impact);
  };

  const assessImpact = ({
    atMs,
    peakG,
  }: {
    readonly atMs: number;
    readonly peakG: number;
  }): void => {
    impact = null;
    const before = history.filter((entry) => entry.atMs < atMs - 200);
    const after = history.filter((entry) => entry.atMs >= atMs + SETTLES_MS);
    const isLying = after.length > 0 && after.every(({ up }) => Math.abs(up) < LYING_COSINE);
    const wasUpright = before.some(({ up }) => up >= UPRIGHT_COSINE);
    if (
      !isLying ||
      (!wasUpright &&
        (peakG < IMPACT_FROM_LYING_G || !hasTurned(before.at(0)?.lying, after.at(-1)?.lying)))
    )
      return;
    fellAtMs = atMs;
    falls.push(atMs);
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) restart();
      const frames = Math.floor(samples.length / 3);
      for (let frame = 0; frame < frames; frame++) {
        const x = samples[frame * 3] ?? Number.NaN;
        const y = samples[frame * 3 + 1] ?? Number.NaN;
        const z = samples[frame * 3 + 2] ?? Number.NaN;
        if (isNotMeasured(x) || isNotMeasured(y) || isNotMeasured(z)) continue;
        const atMs = clock.timeMs(frame);
        const sizeG = Math.hypot(x, y, z) * scale;
        if (
          sizeG >= IMPACT_G &&
          atMs - fellAtMs > SAME_FALL_MS &&
          (impact === null || sizeG > impact.peakG)
        )
          impact = { atMs: impact?.atMs ?? atMs, peakG: sizeG };
        sums[0] = (sums[0] ?? 0) + x * scale;
        sums[1] = (sums[1] ?? 0) + y * scale;
        sums[2] = (sums[2] ?? 0) + z * scale;
        samplesInAverage += 1;
        if (samplesInAverage >= samplesPerAverage) closeAverage(atMs);
      }
      clock.advance(frames);
    },
    take() {
      const taken = falls;
      falls = [];
      return taken;
    },
  };
}

/** Whether the two directions differ by more than 45°. */
function hasTurned(
  before: readonly number[] | undefined,
  after: readonly number[] | undefined,
): boolean {
  if (before === undefined || after === undefined) return false;
  const product = before.reduce((sum, value, axis) => sum + value * (after[axis] ?? 0), 0);
  return product / (Math.hypot(...before) * Math.hypot(...after)) < UPRIGHT_COSINE;
}
