/**
 * How text and numbers are put into the fields of an EDF header: printable ASCII, left-justified,
 * filled with blanks.
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
 * A number in the eight characters that EDF has for it, as close as they allow, never rounded
 * towards `inside`'s wrong side: a minimum is rounded down and a maximum up, so that what lies
 * between stays between. Null when eight characters cannot hold it.
 */
export function numberField(
  value: number,
  towards: 'nearest' | 'down' | 'up' = 'nearest',
): string | null {
  if (!(Math.abs(value) < 1e9)) return null;
  const short = shortest(value);
  if (short !== null) return short.padEnd(NUMBER_WIDTH);
  const step = towards === 'down' ? Math.floor : towards === 'up' ? Math.ceil : Math.round;
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
  /** dd-MMM-yyyy of the recording field, the only place that says the century. */
  readonly longDate: string;
  /** What the header's whole seconds leave over; the first record says it. */
  readonly fractionSeconds: number;
};

const START = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?$/;

/** The start as EDF+ writes it, or null for a text that is no local ISO time. */
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
  // Two digits mean 1985 to 2084; "yy" says that only the recording field knows.
  const shortYear = Number(year) >= 1985 && Number(year) <= 2084 ? year.slice(2) : 'yy';
  return {
    headerFields: `${day}.${month}.${shortYear}${hours}.${minutes}.${seconds}`,
    longDate: `${day}-${MONTHS[Number(month) - 1]}-${year}`,
    fractionSeconds: fraction === '' ? 0 : Number(`0${fraction}`),
  };
}
