/** Beat times in seconds, the first at `fromSeconds`, from intervals in milliseconds. */
export function beatsFromIntervals(intervalsMs: readonly number[], fromSeconds = 0): number[] {
  const beats = [fromSeconds];
  for (const interval of intervalsMs) beats.push((beats.at(-1) ?? 0) + interval / 1000);
  return beats;
}
