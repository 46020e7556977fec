import type { Reading } from '../reading/reading.ts';

/**
 * Time for which a new rate must be steady before it is shown. The end of a movement looks like
 * fast breaths for some seconds; as the window grows, its rate then drifts or becomes irregular.
 */
const STEADY_MS = 15_000;
/** Rates that differ by less than this factor agree. */
const AGREEMENT = 1.25;
/** A shown rate may be missing for this long. Time between two calls that have it is no gap. */
const MAX_GAP_MS = 3_000;

/** Whether a rate has been steady since the start, the last gap or the last jump. */
interface RateSteadiness {
  /** Call in order of time, as often as there are new samples. */
  next(reading: Reading): boolean;
}

export function createRateSteadiness(): RateSteadiness {
  let sinceMs = Number.NaN;
  let lastMs = Number.NaN;
  let last = 0;
  let lowest = 0;
  let highest = 0;
  let isSteady = false;
  let wasMissing = false;

  const restart = (rate: number, atMs: number): void => {
    sinceMs = atMs;
    [lowest, highest, isSteady] = [rate, rate, false];
  };

  return {
    next(reading) {
      if (reading.kind !== 'value') {
        wasMissing = true;
        return isSteady;
      }
      const { value: rate, atMs } = reading;
      const isContinued = (!wasMissing || atMs - lastMs <= MAX_GAP_MS) && agree(last, rate);
      const next = { lowest: Math.min(lowest, rate), highest: Math.max(highest, rate) };
      if (!isContinued || (!isSteady && !agree(next.lowest, next.highest))) restart(rate, atMs);
      else ({ lowest, highest } = next);
      isSteady ||= atMs - sinceMs >= STEADY_MS;
      [last, lastMs, wasMissing] = [rate, atMs, false];
      return isSteady;
    },
  };
}

const agree = (one: number, other: number): boolean =>
  Math.max(one, other) <= AGREEMENT * Math.min(one, other);
