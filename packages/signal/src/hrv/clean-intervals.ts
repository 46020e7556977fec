/** Intervals between heart beats, of which only those between two believable beats count. */
export interface CleanIntervals {
  /** Time of the beat that ends each interval, in seconds. */
  atSeconds: Float64Array;
  /** The interval in milliseconds. */
  intervalMs: Float64Array;
  /** 1: normal to normal; 0: a beat before or after it was missed, invented or ectopic. */
  normal: Uint8Array;
}

const SHORTEST_MS = 300;
const LONGEST_MS = 2200;
/** An interval further than this from the median around it is not normal (share of the median). */
const MOST_APART = 0.2;
/** Beats on either side that make the median around. */
const AROUND = 5;

/**
 * Sorts intervals into normal ones and the rest: an interval is kept when it lies in 300..2200 ms
 * and within 20 % of the median of the eleven plausible intervals around it (Task Force of the ESC
 * and NASPE, Circulation 93 (1996) 1043–1065, asks for normal-to-normal intervals; within 20 % is
 * the filter of R. E. Kleiger et al., Am. J. Cardiol. 59 (1987) 256–262). An interval of twice the
 * median is a missed beat, two that add up to one an invented one; both are left out.
 *
 * @param beatsSeconds rising times; doubles (under 200 ms apart) are taken as one
 */
export function cleanIntervals(beatsSeconds: ArrayLike<number>): CleanIntervals {
  const beats = withoutDoubles(beatsSeconds);
  const count = Math.max(0, beats.length - 1);
  const atSeconds = Float64Array.from({ length: count }, (_, i) => beats[i + 1] ?? 0);
  const intervalMs = Float64Array.from(
    { length: count },
    (_, i) => 1000 * ((beats[i + 1] ?? 0) - (beats[i] ?? 0)),
  );
  const plausible = (ms: number) => ms >= SHORTEST_MS && ms <= LONGEST_MS;
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
    return Math.abs(own - median) <= MOST_APART * median ? 1 : 0;
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
