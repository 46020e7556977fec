/** Widths of the coarse levels, which are stored per hour. */
export const LEVEL_10_S_US = 10_000_000;
export const LEVEL_2_MIN_US = 120_000_000;
export const HOUR_US = 3_600_000_000;
export const toHour = (timeUs: number): number => Math.floor(timeUs / HOUR_US);

/** With fewer samples per bin, a finer level costs more storage than it saves time. */
const MIN_SAMPLES_PER_BIN = 150;
const FINE_WIDTHS_US = [1_000_000, 2_000_000, 5_000_000];

/**
 * Width of the finest level, stored with each chunk: 1 s for an ECG, 5 s at 50 Hz, 10 s for EIT at
 * 20 frames per second.
 */
export const fineBinUs = (sampleRateHz: number): number =>
  FINE_WIDTHS_US.find((width) => (width * sampleRateHz) / 1e6 >= MIN_SAMPLES_PER_BIN) ??
  LEVEL_10_S_US;
