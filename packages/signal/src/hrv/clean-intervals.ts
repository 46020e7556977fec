/** RR intervals, with those between two normal beats marked. */
export interface CleanIntervals {
  /** Time in seconds of the beat that ends each interval. */
  atSeconds: Float64Array;
  /** Length of each interval in milliseconds. */
  intervalMs: Float64Array;
  /** 1: normal to normal; 0: a beat at either end was missed, false or ectopic. */
  normal: Uint8Array;
}

const MIN_MS = 300;
const MAX_MS = 2200;
/** Maximum deviation of a normal interval, as a share of the median around it. */
const MAX_DEVIATION = 0.2;
/** Number of intervals on either side in the median. */
const AROUND = 5;

/**
 * Marks an interval as normal if it is within 300..2200 ms and within 20 % of the median of the
 * eleven plausible intervals around it. The Task Force of the ESC and NASPE, Circulation 93 (1996)
 * 1043–1065, requires normal-to-normal intervals; the 20 % filter is from R. E. Kleiger et al., Am.
 * J. Cardiol. 59 (1987) 256–262. It excludes the interval of twice the median around a missed beat,
 * and the two short ones around a false beat.
 *
 * @param beatsSeconds ascending times; beats under 200 ms apart count as one
 */
export function cleanIntervals(beatsSeconds: ArrayLike<number>): CleanIntervals {
  const beats = withoutDoubles(beatsSeconds);
  const count = Math.max(0, beats.length - 1);
  const atSeconds = Float64Array.from({ length: count }, (_, i) => beats[i + 1] ?? 0);
  const intervalMs = Float64Array.from(
    { length: count },
    (_, i) => 1000 * ((beats[i + 1] ?? 0) - (beats[i] ?? 0)),
  );
  const plausible = (ms: number) => ms >= MIN_MS && ms <= MAX_MS;
  const around = new Float64Array(2 * AROUND + 1);
  const normal = Uint8Array.from({ length: count }, (_, i) => {
    const own = intervalMs[i] ?? 0;
    if (!plausible(own)) return 0;
    let size = 0;
    for (let at = Math.max(0, i - AROUND); at <= Math.min(count - 1, i + AROUND); at++) {
      const ms = intervalMs[at] ?? 0;
      if (plausible(ms)) around[size++] = ms;
    }
    const sorted = around.subarray(0, size).sort();
    const median = sorted[size >> 1] ?? 0;
    return Math.abs(own - median) <= MAX_DEVIATION * median ? 1 : 0;
  });
  return { atSeconds, intervalMs, normal };
}

const DOUBLE_SECONDS = 0.2;

function withoutDoubles(beatsSeconds: ArrayLike<number>): number[] {
  const kept: number[] = [];
  for (let i = 0; i < beatsSeconds.length; i++) {
    const beat = beatsSeconds[i] ?? Number.NaN;
    if (
      !(beat - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) < DOUBLE_SECONDS) &&
      Number.isFinite(beat)
    )
      kept.push(beat);
  }
  return kept;
}
