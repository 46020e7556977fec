/**
 * Patterns for common kinds of text (specification, section 5). An empty text matches none. Digits
 * must be half width: input fields convert full-width ones first.
 */

/** `2026/11/21`: a valid date with four, two and two digits. */
export function isDateText(text: string): boolean {
  const [whole, year = '', month = '', day = ''] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text) ?? [];
  return whole !== undefined && isDay(Number(year), Number(month), Number(day));
}

/** Whether a date exists in the Gregorian calendar, from year 1 on. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isLeapYear = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** `9:05` or `09:05`, from 0:00 to 23:59. */
export const isTimeText = (text: string): boolean => /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(text);

/** `09:05:30`, without leap seconds. */
export const isFullTimeText = (text: string): boolean =>
  /^(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);

/** `2026/11/21 09:05`. */
export function isDateTimeText(text: string): boolean {
  const [date, time, ...more] = text.split(' ');
  return more.length === 0 && isDateText(date ?? '') && isTimeText(time ?? '');
}

/** Maximum length of an address (RFC 5321, 4.5.3.1). */
const MAX_EMAIL_LENGTH = 254;

/**
 * An e-mail address as the server validates it (`z.email()`): ASCII with a domain of at least two
 * parts; other scripts in xn-- form.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH &&
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/.test(text);

/** `#0af` or `#00aaff`. */
export const isHexColour = (text: string): boolean => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text);

const BYTE = String.raw`\s*(?:25[0-5]|2[0-4]\d|1?\d?\d)\s*`;
const ALPHA = String.raw`\s*(?:0|1|0?\.\d+|1\.0+|0\.0+)\s*`;
const RGB = new RegExp(String.raw`^rgb\(${BYTE},${BYTE},${BYTE}\)$`, 'i');
const RGBA = new RegExp(String.raw`^rgba\(${BYTE},${BYTE},${BYTE},${ALPHA}\)$`, 'i');

/** `rgb(0, 170, 255)`, each 0 to 255. */
export const isRgbColour = (text: string): boolean => RGB.test(text);

/** `rgba(0, 170, 255, 0.5)`; alpha 0 to 1. */
export const isRgbaColour = (text: string): boolean => RGBA.test(text);

export const isHexOrRgbColour = (text: string): boolean => isHexColour(text) || isRgbColour(text);
export const isHexOrRgbaColour = (text: string): boolean =>
  isHexOrRgbColour(text) || isRgbaColour(text);
