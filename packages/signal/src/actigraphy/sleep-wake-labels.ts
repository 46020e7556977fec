/** One label an epoch: 1 asleep, 0 awake, −1 not known. */
export type SleepWakeLabels = Int8Array;

export const asleepLabel = 1;
export const awakeLabel = 0;
export const unknownLabel = -1;

/** The labels as letters: S, W and, where nothing was measured, ?. */
export function labelLetters(labels: SleepWakeLabels): ('S' | 'W' | '?')[] {
  return Array.from(labels, (label) =>
    label === asleepLabel ? 'S' : label === awakeLabel ? 'W' : '?',
  );
}
