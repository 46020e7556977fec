const DAY_MS = 86_400_000;

/** Number of days begun since a moment; 1 on the first. */
export const daysSince = (sinceMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((nowMs - sinceMs) / DAY_MS));
