/** One figure of the accuracy table, as it is printed. */
export interface AccuracyLine {
  figure: string;
  what: string;
  value: string;
  reference: string;
  goal: string;
  anchor: string;
}
