import { isNotMeasured, type Samples } from '../reading/reading.ts';

/** Share of a sensor's recent samples at the limits of its converter. */
export interface ClipWatch {
  /**
   * Digital (int16) samples of one or more channels, in any order. Physical (float) samples have no
   * limits and are ignored.
   */
  push(samples: Samples, firstSampleTimeMs: number): void;
  /** 0..1 over the ten seconds before the newest block; 0 before the first measurement. */
  share(): number;
}

/** Limits of a signed 16-bit converter, and one step inside, where some converters stop. */
export const saturationLow = -32_767;
export const saturationHigh = 32_766;

/**
 * From this share a trace counts as saturated: it shows the converter's limit rather than the body.
 */
export const saturatedFrom = 0.1;

const SECONDS = 10;

export function createClipWatch(): ClipWatch {
  const measured = new Float64Array(SECONDS);
  const clipped = new Float64Array(SECONDS);
  let second = Number.NaN;

  /** Clears the seconds passed over, or everything after a jump in time. */
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
      // Some devices count time from their own epoch before 1970; a slot must not be negative.
      const next = Math.max(0, Math.floor(firstSampleTimeMs / 1000));
      if (next !== second) moveTo(next);
      const slot = next % SECONDS;
      let total = 0;
      let atEnd = 0;
      for (const sample of samples) {
        if (isNotMeasured(sample)) continue;
        total += 1;
        if (sample <= saturationLow || sample >= saturationHigh) atEnd += 1;
      }
      measured[slot] = (measured[slot] ?? 0) + total;
      clipped[slot] = (clipped[slot] ?? 0) + atEnd;
    },
    share() {
      let total = 0;
      let atEnd = 0;
      for (let slot = 0; slot < SECONDS; slot++) {
        total += measured[slot] ?? 0;
        atEnd += clipped[slot] ?? 0;
      }
      return total === 0 ? 0 : atEnd / total;
    },
  };
}
