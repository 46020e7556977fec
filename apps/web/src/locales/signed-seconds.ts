/** Formats a difference of clocks in seconds, with its sign unless it is zero. */
export const signedSeconds = (language: string): Intl.NumberFormat =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
