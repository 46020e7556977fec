/** One label an epoch: 1 asleep, 0 awake, −1 unknown. */
export type SleepWakeLabels = Int8Array;

export const asleepLabel = 1;
export const awakeLabel = 0;
export const unknownLabel = -1;

/** The labels as letters: S asleep, W awake, ? unknown. */
export function labelLetters(labels: SleepWakeLabels): ('S' | 'W' | '?')[] {
  return Array.from(labels, (label) => {
    if (label === asleepLabel) return 'S';
    return label === awakeLabel ? 'W' : '?';
  });
}
