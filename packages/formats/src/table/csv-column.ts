/**
 * An empty or unreadable cell is NaN. `texts` has the cells of a column that starts with text or
 * times, otherwise null.
 */
export type CsvColumn = {
  readonly name: string;
  readonly values: Float64Array;
  readonly texts: readonly string[] | null;
};
