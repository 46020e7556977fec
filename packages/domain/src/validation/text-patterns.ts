/**
 * What texts of well-known kinds look like (specification, section 5). Pure; an empty text is of no
 * kind. Digits are half width: fields turn what an input method writes into that before it is
 * looked at.
 */

/** `2026/11/21`, a day that there is: four digits of the year, two of the month and of the day. */
export function isDateText(text: string): boolean {
  const [whole, year = '', month = '', day = ''] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text) ?? [];
  return whole !== undefined && isDay(Number(year), Number(month), Number(day));
}

/** Days of the Gregorian calendar from the year 1 on. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? 28 + (isLeapYear(year) ? 1 : 0) : [4, 6, 9, 11].includes(month) ? 30 : 31;

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

/** The most characters that mail can carry to (RFC 5321, 4.5.3.1). */
const LONGEST_EMAIL = 254;

/**
 * An address as the server takes it (`z.email()`): ASCII, a domain of two parts at least; domains
 * in other scripts in their xn-- form.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LONGEST_EMAIL &&
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/.test(text);

/** `#0af` or `#00aaff`. */
export const isHexColour = (text: string): boolean => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text);

const BYTE = String.raw`\s*(?:25[0-5]|2[0-4]\d|1?\d?\d)\s*`;
const ALPHA = String.raw`\s*(?:0|1|0?\.\d+|1\.0+|0\.0+)\s*`;
const RGB = new RegExp(String.raw`^rgb\(${BYTE},${BYTE},${BYTE}\)$`, 'i');
const RGBA = new RegExp(String.raw`^rgba\(${BYTE},${BYTE},${BYTE},${ALPHA}\)$`, 'i');

/** `rgb(0, 170, 255)`, each 0 to 255. */
export const isRgbColour = (text: string): boolean => RGB.test(text);

/** `rgba(0, 170, 255, 0.5)`, the last 0 to 1. */
export const isRgbaColour = (text: string): boolean => RGBA.test(text);

export const isHexOrRgbColour = (text: string): boolean => isHexColour(text) || isRgbColour(text);
export const isHexOrRgbaColour = (text: string): boolean =>
  isHexOrRgbColour(text) || isRgbaColour(text);
