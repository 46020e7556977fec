export type Counts = {
  readonly passed: number;
  readonly failed: number;
  /** One entry a failed test: its file, its title and the beginning of its message. */
  readonly failures: readonly string[];
};
export function readCounts(
  stage: { readonly name: string; readonly report?: string },
  code: number,
): Counts;
/** Prints the results; returns the exit code of the run. */
export function summarise(
  results: readonly (Counts & {
    readonly name: string;
    readonly isPassed: boolean;
    readonly seconds: number;
  })[],
  seconds: number,
): number;
