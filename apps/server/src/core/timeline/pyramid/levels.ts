/** Widths of the coarse levels, kept by the hour. */
export const LEVEL_10_S_US = 10_000_000;
export const LEVEL_2_MIN_US = 120_000_000;
export const HOUR_US = 3_600_000_000;
export const hourOf = (timeUs: number): number => Math.floor(timeUs / HOUR_US);

/** Samples below which a finer stretch would cost more bytes than it saves time. */
const WORTHWHILE_SAMPLES = 150;
const FINE_WIDTHS_US = [1_000_000, 2_000_000, 5_000_000];

/**
 * Width of the finest level, which is kept with each chunk: 1 s for an ECG, 5 s at 50 Hz, 10 s for
 * EIT at 20 frames a second.
 */
export const fineBinUs = (sampleRateHz: number): number =>
  FINE_WIDTHS_US.find((width) => (width * sampleRateHz) / 1e6 >= WORTHWHILE_SAMPLES) ??
  LEVEL_10_S_US;
