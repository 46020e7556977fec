const STEPS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/**
 * "12.3 MB": at most three significant digits, in powers of 1000. The units are the same in every
 * language.
 */
export function createByteFormatter(language: string): (bytes: number) => string {
  const figure = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return (bytes) => {
    const step = Math.min(
      STEPS.length - 1,
      Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
    );
    return `${figure.format(bytes / 1000 ** step)} ${STEPS[step] ?? 'B'}`;
  };
}
