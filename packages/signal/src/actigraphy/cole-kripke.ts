import { actilifeCounts } from './actilife-counts.ts';
import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from './sleep-wake-labels.ts';

/**
 * Weights in thousandths of the four minutes before, the minute itself and the two minutes after
 * (Cole 1992, table 3, 1-min epochs).
 */
const WEIGHTS = [106, 54, 58, 76, 230, 74, 67] as const;
const BEFORE = 4;
const ALL_WEIGHTS = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/**
 * Labels each minute as sleep or wake after R. J. Cole, D. F. Kripke, W. Gruen, D. J. Mullaney, J.
 * C. Gillin, "Automatic sleep/wake identification from wrist activity", Sleep 15 (1992) 461–469, as
 * ActiLife 6 computes it: asleep if the weighted sum of seven minutes (counts / 100, at most 300)
 * is below 1. Minutes outside the recording count as 0, as in ActiLife. Missing minutes inside it
 * are skipped and the sum is scaled up. A minute is unknown if it is missing itself, or if less
 * than half the weight of its window was measured.
 *
 * @param counts vertical axis, one value per minute, ≥ 0; NaN: not measured
 */
export function scoreColeKripke(counts: ArrayLike<number>): SleepWakeLabels {
  const scaled = actilifeCounts(counts, 100);
  return Int8Array.from(scaled, (own, minute) => {
    if (Number.isNaN(own)) return unknownLabel;
    let sum = 0;
    let measured = 0;
    for (const [place, weight] of WEIGHTS.entries()) {
      const at = minute - BEFORE + place;
      const count = at < 0 || at >= scaled.length ? 0 : (scaled[at] ?? 0);
      if (Number.isNaN(count)) continue;
      sum += weight * count;
      measured += weight;
    }
    if (2 * measured < ALL_WEIGHTS) return unknownLabel;
    // A complete window skips the division, so that the index equals the published formula bit for
    // bit.
    const index = measured === ALL_WEIGHTS ? 0.001 * sum : (0.001 * sum * ALL_WEIGHTS) / measured;
    return index < 1 ? asleepLabel : awakeLabel;
  });
}
