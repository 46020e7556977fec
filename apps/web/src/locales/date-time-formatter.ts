const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };
export const toLocale = (language: string): string => LOCALES[language] ?? 'ja-JP';
/** Creating a format is the expensive part, and a page uses few of them. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant. Hours go from 00 to 23: `hour12: false` would call the first one of a day 24
 * in English.
 */
export function createDateTimeFormatter(
  language: string,
  options: Readonly<Intl.DateTimeFormatOptions>,
): (at: Date | number | string) => string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(toLocale(language), { ...options, hourCycle: 'h23' });
  formats.set(key, format);
  return (at) => format.format(new Date(at));
}

/** "2026/11/22(日) 00:05": date and time in full, with the weekday. */
export const fullDateTime = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: language === 'en' ? 'short' : '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * "2026/11/22 00:05": without the weekday. `dateStyle` alone would drop the leading zero of the
 * hour in Japanese.
 */
export const dayAndTime = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: language === 'en' ? 'short' : '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
