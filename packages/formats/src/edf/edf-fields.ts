/**
 * Converts text to a field of an EDF header: printable ASCII, left-justified, padded with blanks.
 */
export function asciiField(text: string, width: number): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('µ', 'u')
    .replaceAll('μ', 'u')
    .replaceAll('°', 'deg');
  return plain
    .replaceAll(/[^\u0020-\u007e]/g, '?')
    .slice(0, width)
    .padEnd(width);
}

const NUMBER_WIDTH = 8;

/**
 * Formats a number in the eight characters of an EDF field, as precisely as possible. Round a
 * minimum down and a maximum up, so that values between them stay in range. Null when eight
 * characters do not suffice.
 */
export function numberField(
  value: number,
  towards: 'nearest' | 'down' | 'up' = 'nearest',
): string | null {
  if (!(Math.abs(value) < 1e9)) return null;
  const short = shortest(value);
  if (short !== null) return short.padEnd(NUMBER_WIDTH);
  const step = { down: Math.floor, up: Math.ceil, nearest: Math.round }[towards];
  for (let digits = NUMBER_WIDTH - 2; digits >= 0; digits--) {
    const power = 10 ** digits;
    const text = (step(value * power) / power).toFixed(digits);
    if (text.length <= NUMBER_WIDTH) return text.padEnd(NUMBER_WIDTH);
  }
  return null;
}

function shortest(value: number): string | null {
  const text = String(value);
  return text.length <= NUMBER_WIDTH && !text.includes('e') ? text : null;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export type EdfStart = {
  /** dd.mm.yy and hh.mm.ss of the header. */
  readonly headerFields: string;
  /** dd-MMM-yyyy of the recording field, the only one with the century. */
  readonly longDate: string;
  /** Fraction beyond the whole seconds of the header, written in the first record. */
  readonly fractionSeconds: number;
};

const START = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?$/;

/** The start in the fields of EDF+, or null if the text is not a local ISO time. */
export function edfStart(startedAt: string): EdfStart | null {
  const [, year = '', month = '', day = '', hours, minutes, seconds, fraction = ''] =
    START.exec(startedAt) ?? [];
  const instant = new Date(`${startedAt.slice(0, 19)}Z`);
  if (
    hours === undefined ||
    Number.isNaN(instant.getTime()) ||
    instant.toISOString().slice(0, 19) !== startedAt.slice(0, 19)
  )
    return null;
  // Two digits mean 1985 to 2084; "yy" refers to the recording field.
  const shortYear = Number(year) >= 1985 && Number(year) <= 2084 ? year.slice(2) : 'yy';
  return {
    headerFields: `${day}.${month}.${shortYear}${hours}.${minutes}.${seconds}`,
    longDate: `${day}-${MONTHS[Number(month) - 1]}-${year}`,
    fractionSeconds: fraction === '' ? 0 : Number(`0${fraction}`),
  };
}
