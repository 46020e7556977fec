/** What one contender did with the recording. */
export type S4Figures = {
  readonly samples: number;
  /** Until the last request was answered: everything is on disk. */
  readonly acknowledgedSeconds: number;
  /** Until everything lies in its final form too. */
  readonly finishedSeconds: number;
  /** CPU time of all its processes until then; the load generator is not among them. */
  readonly cpuSeconds: number;
  readonly bytesPerSample: number;
  readonly version: string;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};
