import { isNotMeasured, type Samples } from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export interface FallWatchOptions {
  /** Samples per second of one axis; 20 Hz or more. */
  sampleRateHz: number;
  /** Input unit to g. Default 1. */
  scale?: number;
}

export interface FallWatch {
  /** Interleaved x y z, worn with y to the head. */
  push(samples: Samples, firstSampleTimeMs: number): void;
  /**
   * Times of impacts of falls since it was last asked, each once; a fall is known three seconds
   * after its impact.
   */
  take(): number[];
}

/**
 * An impact of the trunk: falls of young people onto a mat reached 2.7 to 3.5 g and more, sitting
 * down hard hardly ever 2.5 g (Bourke 2007).
 */
const IMPACT_G = 2.5;
/**
 * Who lay before and lies after has to have hit something harder: turning over against a rail does
 * not reach it.
 */
const IMPACT_FROM_LYING_G = 3;
/**
 * Around an impact everything swings; how somebody lies is looked at from the one to the other
 * after it (Kangas 2008).
 */
const SETTLES_MS = 1_000;
const LIES_UNTIL_MS = 3_000;
/** Before it, this long: somebody upright, or not. */
const BEFORE_MS = 4_000;
/** The trunk is upright within 45 degrees of the vertical, and lies from 60 degrees on. */
const UPRIGHT_COSINE = 0.7;
const LYING_COSINE = 0.5;
/** Looks of a tenth of a second: gravity is what is left of them. */
const LOOKS_PER_SECOND = 10;
/** Another impact within this is of the same fall. */
const SAME_FALL_MS = 20_000;

type Look = { readonly atMs: number; readonly up: number; readonly size: number };

/**
 * Falls, from a worn accelerometer: an impact, and afterwards somebody who lies and does not get up
 * at once. From standing or walking 2.5 g are enough, from lying (out of bed) 3 g and another way
 * of lying. What it cannot know: a slow slide along a wall has no impact, a sensor that is not worn
 * feels no fall, and one whose range ends below 3 g clips what it would need. It errs towards
 * telling: someone who throws themselves onto a bed falls.
 */
export function createFallWatch({ sampleRateHz, scale = 1 }: FallWatchOptions): FallWatch {
  const clock = createSampleClock(sampleRateHz);
  const perLook = Math.max(1, Math.round(sampleRateHz / LOOKS_PER_SECOND));
  const sums = new Float64Array(3);
  let inLook = 0;
  let looks: (Look & { readonly lying: readonly number[] })[] = [];
  let impact: { readonly atMs: number; readonly peakG: number } | null = null;
  let fellAtMs = Number.NEGATIVE_INFINITY;
  let told: number[] = [];

  const startAnew = (): void => {
    sums.fill(0);
    inLook = 0;
    looks = [];
    impact = null;
  };

  const closeLook = (atMs: number): void => {
    const [x = 0, y = 0, z = 0] = sums.map((sum) => sum / inLook);
    const size = Math.hypot(x, y, z);
    looks.push({ atMs, size, up: size === 0 ? 0 : y / size, lying: [x, y, z] });
    sums.fill(0);
    inLook = 0;
    const oldestMs = (impact?.atMs ?? atMs) - BEFORE_MS;
    while ((looks[0]?.atMs ?? Infinity) < oldestMs) looks.shift();
    if (impact !== null && atMs - impact.atMs >= LIES_UNTIL_MS) judge(impact);
  };

  const judge = ({ atMs, peakG }: { readonly atMs: number; readonly peakG: number }): void => {
    impact = null;
    const before = looks.filter((look) => look.atMs < atMs - 200);
    const after = looks.filter((look) => look.atMs >= atMs + SETTLES_MS);
    const lies = after.length > 0 && after.every(({ up }) => Math.abs(up) < LYING_COSINE);
    const stood = before.some(({ up }) => up >= UPRIGHT_COSINE);
    if (
      !lies ||
      (!stood &&
        (peakG < IMPACT_FROM_LYING_G || !liesOtherwise(before.at(0)?.lying, after.at(-1)?.lying)))
    )
      return;
    fellAtMs = atMs;
    told.push(atMs);
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) startAnew();
      const frames = Math.floor(samples.length / 3);
      for (let frame = 0; frame < frames; frame++) {
        const [x, y, z] = [
          samples[frame * 3] ?? Number.NaN,
          samples[frame * 3 + 1] ?? Number.NaN,
          samples[frame * 3 + 2] ?? Number.NaN,
        ];
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
        inLook += 1;
        if (inLook >= perLook) closeLook(atMs);
      }
      clock.advance(frames);
    },
    take() {
      const taken = told;
      told = [];
      return taken;
    },
  };
}

/** By more than 45 degrees. */
function liesOtherwise(
  before: readonly number[] | undefined,
  after: readonly number[] | undefined,
): boolean {
  if (before === undefined || after === undefined) return false;
  const product = before.reduce((sum, value, axis) => sum + value * (after[axis] ?? 0), 0);
  return product / (Math.hypot(...before) * Math.hypot(...after)) < UPRIGHT_COSINE;
}
