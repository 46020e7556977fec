const CAP = 300;

/**
 * Counts a minute of the vertical axis as ActiLife's sleep scores take them: at most 300, after
 * division by 100 for Cole-Kripke and as they are for Sadeh (ActiLife 6 User's Manual, "sleep
 * scoring"; its labels are met in this way alone).
 *
 * @param counts one value a minute, ≥ 0; NaN where nothing was measured
 */
export function actilifeCounts(counts: ArrayLike<number>, divideBy: 1 | 100): Float64Array {
  return Float64Array.from({ length: counts.length }, (_, minute) => {
    const count = counts[minute] ?? Number.NaN;
    return count >= 0 ? Math.min(CAP, count / divideBy) : Number.NaN;
  });
}
