/** Predictions of one record: probability of label 1, and the label. */
export interface Scored {
  name: string;
  shares: Float64Array;
  labels: Uint8Array;
}

const pairs = (records: readonly Scored[]): { share: number; label: number }[] =>
  records.flatMap(({ shares, labels }) =>
    Array.from(labels, (label, i) => ({ share: shares[i] ?? 0, label })),
  );

/** The probability threshold at which the share `sensitivity` of label 1 is found. */
export function thresholdAt(records: readonly Scored[], sensitivity: number): number {
  const positive = Float64Array.from(
    pairs(records).flatMap(({ share, label }) => (label === 1 ? [share] : [])),
  ).sort();
  return positive[Math.floor((1 - sensitivity) * positive.length + 1e-9)] ?? 0.5;
}

export interface Confusion {
  sensitivity: number;
  specificity: number;
  accuracy: number;
  kappa: number;
}

/**
 * Sensitivity (label 1), specificity (label 0) and accuracy at a threshold, and Cohen's kappa
 * (1960).
 */
export function confusion(records: readonly Scored[], threshold: number): Confusion {
  let [hits, misses, alarms, quiet] = [0, 0, 0, 0];
  for (const { share, label } of pairs(records)) {
    const predicted = share >= threshold;
    if (label === 1 && predicted) hits += 1;
    else if (label === 1) misses += 1;
    else if (predicted) alarms += 1;
    else quiet += 1;
  }
  const all = hits + misses + alarms + quiet;
  const accuracy = (hits + quiet) / all;
  const chance =
    ((hits + misses) * (hits + alarms) + (alarms + quiet) * (misses + quiet)) / (all * all);
  return {
    sensitivity: hits / (hits + misses),
    specificity: quiet / (alarms + quiet),
    accuracy,
    kappa: (accuracy - chance) / (1 - chance),
  };
}

/** Mean log loss, the criterion for choosing models, because it needs no threshold. */
export function logLoss(records: readonly Scored[]): number {
  const all = pairs(records);
  return (
    all.reduce(
      (sum, { share, label }) => sum - Math.log(Math.max(1e-6, label === 1 ? share : 1 - share)),
      0,
    ) / all.length
  );
}
