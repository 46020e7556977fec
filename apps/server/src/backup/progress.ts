/** Told as long work goes on: 0 to 1, and the table that it is at. */
export type Progress = (share: number, what: string) => void;
