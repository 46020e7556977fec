/** The result of one contender. */
export type S4Figures = {
  readonly samples: number;
  /** Until the last request was acknowledged, when everything is on disk. */
  readonly acknowledgedSeconds: number;
  /** Until everything is also in its final form. */
  readonly finishedSeconds: number;
  /** CPU time of all its processes until then, without the load generator. */
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
