const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };
export const localeOf = (language: string): string => LOCALES[language] ?? 'ja-JP';
/** Making a format costs more than all the rest, and a page has few of them. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant as the spoken language writes it. Hours go from 00 to 23: `hour12: false` would call
 * the first one of a day 24 in English.
 */
export function momentWords(
  language: string,
  options: Readonly<Intl.DateTimeFormatOptions>,
): (at: Date | number | string) => string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(localeOf(language), { ...options, hourCycle: 'h23' });
  formats.set(key, format);
  return (at) => format.format(new Date(at));
}

/** "2026/11/22(日) 00:05": a day and a time in full, with the day of the week. */
export const wholeMoment = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: language === 'en' ? 'short' : '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * "2026/11/22 00:05": the same without the day of the week; Japanese leaves the zero of an hour
 * away where it is asked for a style alone.
 */
export const dayAndTime = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: language === 'en' ? 'short' : '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
