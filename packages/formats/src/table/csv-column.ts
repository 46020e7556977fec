/**
 * An empty or unreadable cell is NaN. `texts` are the cells of a column that begins with words (or
 * times), else null.
 */
export type CsvColumn = {
  readonly name: string;
  readonly values: Float64Array;
  readonly texts: readonly string[] | null;
};
