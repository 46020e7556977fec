import { TRACE_COLUMNS, type Trace } from './file-check.ts';

/** Minimum and maximum over time of a signal of unknown length, in fixed memory. */
export type Envelope = {
  /** @param fromSeconds and `toSeconds`: the interval of the value; calls may come in any order */
  readonly add: (fromSeconds: number, toSeconds: number, lowest: number, highest: number) => void;
  readonly trace: (fromSeconds: number, toSeconds: number) => Trace;
};

const BINS = 1024;
const FIRST_WIDTH_SECONDS = 1 / 64;

export function createEnvelope(): Envelope {
  let origin: number | null = null;
  let width = FIRST_WIDTH_SECONDS;
  let low = new Float32Array(BINS).fill(Number.NaN);
  let high = new Float32Array(BINS).fill(Number.NaN);

  /**
   * Doubles the bin width by merging pairs. Values before the origin make the bins grow to the
   * left.
   */
  const widen = (shift: 0 | 1): void => {
    const [wideLow, wideHigh] = [
      new Float32Array(BINS).fill(Number.NaN),
      new Float32Array(BINS).fill(Number.NaN),
    ];
    for (let bin = 0; bin < BINS; bin++) {
      const to = (bin >> 1) + (shift * BINS) / 2;
      wideLow[to] = lower(wideLow[to], low[bin]);
      wideHigh[to] = higher(wideHigh[to], high[bin]);
    }
    if (origin !== null && shift === 1) origin -= BINS * width;
    [low, high] = [wideLow, wideHigh];
    width *= 2;
  };

  return {
    add(fromSeconds, toSeconds, lowest, highest) {
      if (
        !Number.isFinite(lowest) ||
        !Number.isFinite(highest) ||
        !Number.isFinite(fromSeconds) ||
        !Number.isFinite(toSeconds)
      )
        return;
      origin ??= fromSeconds;
      while (fromSeconds < origin) widen(1);
      while (toSeconds > origin + BINS * width) widen(0);
      const first = Math.min(BINS - 1, Math.floor((fromSeconds - origin) / width));
      const last = Math.max(first, Math.min(BINS - 1, Math.ceil((toSeconds - origin) / width) - 1));
      for (let bin = first; bin <= last; bin++) {
        low[bin] = lower(low[bin], lowest);
        high[bin] = higher(high[bin], highest);
      }
    },
    trace(fromSeconds, toSeconds) {
      const trace = {
        minimum: new Float32Array(TRACE_COLUMNS).fill(Number.NaN),
        maximum: new Float32Array(TRACE_COLUMNS).fill(Number.NaN),
      };
      if (origin === null || !(toSeconds > fromSeconds)) return trace;
      const step = (toSeconds - fromSeconds) / TRACE_COLUMNS;
      for (let column = 0; column < TRACE_COLUMNS; column++) {
        const begin = (fromSeconds + column * step - origin) / width;
        const first = Math.max(0, Math.floor(begin + 1e-6));
        const last = Math.min(
          BINS - 1,
          Math.max(first, Math.ceil(begin + step / width - 1e-6) - 1),
        );
        for (let bin = first; bin <= last; bin++) {
          trace.minimum[column] = lower(trace.minimum[column], low[bin]);
          trace.maximum[column] = higher(trace.maximum[column], high[bin]);
        }
      }
      return trace;
    },
  };
}

const lower = (one = Number.NaN, other = Number.NaN): number =>
  Number.isNaN(one) || other < one ? other : one;
const higher = (one = Number.NaN, other = Number.NaN): number =>
  Number.isNaN(one) || other > one ? other : one;
