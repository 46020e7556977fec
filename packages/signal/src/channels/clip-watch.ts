import { isNotMeasured, type Samples } from '../reading/reading.ts';

/** Which part of what a sensor sent lately lay at the ends of its converter. */
export interface ClipWatch {
  /**
   * Digital values of one or more channels, in whatever order; physical ones have no ends and
   * change nothing.
   */
  push(samples: Samples, firstSampleTimeMs: number): void;
  /** 0 to 1 over the ten seconds before the newest block; 0 before anything was measured. */
  share(): number;
}

/** Signed 16-bit ends; one step inside counts too, as some converters stop there. */
export const saturationLow = -32_767;
export const saturationHigh = 32_766;

/**
 * From this share on a trace counts as saturated: what it shows is the converter's end, and no
 * body.
 */
export const saturatedFrom = 0.1;

const SECONDS = 10;

export function createClipWatch(): ClipWatch {
  const measured = new Float64Array(SECONDS);
  const clipped = new Float64Array(SECONDS);
  let second = Number.NaN;

  /** Seconds between then and now say nothing; after a jump in time nothing from before counts. */
  const moveTo = (next: number) => {
    const steps = next - second;
    if (!(steps >= 0 && steps < SECONDS)) {
      measured.fill(0);
      clipped.fill(0);
    } else {
      for (let passed = second + 1; passed <= next; passed++)
        measured[passed % SECONDS] = clipped[passed % SECONDS] = 0;
    }
    second = next;
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (!(samples instanceof Int16Array) || !Number.isFinite(firstSampleTimeMs)) return;
      // Times before 1970 are some devices' own; a slot is never negative.
      const next = Math.max(0, Math.floor(firstSampleTimeMs / 1000));
      if (next !== second) moveTo(next);
      const slot = next % SECONDS;
      let [there, atEnd] = [0, 0];
      for (const sample of samples) {
        if (isNotMeasured(sample)) continue;
        there += 1;
        if (sample <= saturationLow || sample >= saturationHigh) atEnd += 1;
      }
      measured[slot] = (measured[slot] ?? 0) + there;
      clipped[slot] = (clipped[slot] ?? 0) + atEnd;
    },
    share() {
      let [there, atEnd] = [0, 0];
      for (let slot = 0; slot < SECONDS; slot++) {
        there += measured[slot] ?? 0;
        atEnd += clipped[slot] ?? 0;
      }
      return there === 0 ? 0 : atEnd / there;
    },
  };
}
