const CAP = 300;

/**
 * Scales minute counts of the vertical axis as ActiLife's sleep scoring does: divided by 100 for
 * Cole-Kripke, undivided for Sadeh, and capped at 300 (ActiLife 6 User's Manual, "sleep scoring").
 * Other scalings do not reproduce ActiLife's labels.
 *
 * @param counts one value per minute, ≥ 0; NaN: not measured
 */
export function actilifeCounts(counts: ArrayLike<number>, divideBy: 1 | 100): Float64Array {
  return Float64Array.from({ length: counts.length }, (_, minute) => {
    const count = counts[minute] ?? Number.NaN;
    return count >= 0 ? Math.min(CAP, count / divideBy) : Number.NaN;
  });
}
