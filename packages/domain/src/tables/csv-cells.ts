import { ACCESS_LEVELS } from '../access/access-level.ts';
import { DEVICE_CONNECTIONS } from '../collections/device.ts';
import { SEXES } from '../collections/room.ts';
import { ACCESS_LEVEL_WORDS } from '../locales/access-level-words.ts';
import { CSV_CHOICE_WORDS } from '../locales/csv-words.ts';
import type { CsvForm } from './csv-kinds.ts';

/** The decimal separator of a file. */
export const DECIMAL_SIGNS = ['point', 'comma'] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** A cell that cannot be parsed stays a string, and the schema reports the issue. */
type CellValue = string | number | readonly string[];

/**
 * Parses a cell by its form. Dates become `2026-11-20`; moments `2026-11-20T22:05:00` (local, or
 * with the offset in the cell) or `22:05:00`; choices and levels, in either language, their names
 * and numbers.
 */
export function readCell(text: string, form: CsvForm): CellValue {
  switch (form) {
    case 'text':
      return text;
    case 'number':
      return NUMBER.test(narrow(text)) ? Number(narrow(text)) : text;
    case 'date':
      return readDate(narrow(text)) ?? text;
    case 'moment':
      return readMoment(narrow(text)) ?? text;
    case 'tags':
      return text
        .split(/[,、;；|]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
    case 'level':
      return readLevel(narrow(text)) ?? text;
    case 'sex':
      return parseChoice(text, SEXES, CSV_CHOICE_WORDS.sex);
    case 'connection':
      return parseChoice(text, DEVICE_CONNECTIONS, CSV_CHOICE_WORDS.connection);
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Converts full-width digits and signs to ASCII. */
const narrow = (text: string): string => text.normalize('NFKC').trim();
/**
 * Normalises for comparison. Labels may be full width too, such as the brackets in the name of a
 * level.
 */
const fold = (text: string): string => narrow(text).toLowerCase();

/**
 * Rewrites a number with a decimal point and without thousands separators, as `readCell` expects.
 * Any other text stays unchanged.
 */
export function plainNumber(text: string, decimal: DecimalSign): string {
  const cell = narrow(text);
  if (decimal === 'comma')
    return /^[+-]?\d{1,3}(\.\d{3})*(,\d*)?$|^[+-]?\d+(,\d*)?$/.test(cell)
      ? cell.replaceAll('.', '').replace(',', '.')
      : text;
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(cell) ? cell.replaceAll(',', '') : text;
}

const DATE =
  /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2})|\u5e74(\d{1,2})\u6708(\d{1,2})\u65e5)$/;

/** Parses a date with the year first. Null if the text is not a date of the calendar. */
function readDate(text: string): string | null {
  const found = DATE.exec(text);
  if (found === null) return null;
  const [year = '', month = '', day = ''] = found.slice(1).filter((part) => part !== undefined);
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? null : iso;
}

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(Z|[-+]\d{2}:?\d{2})?$/;

function readMoment(text: string): string | null {
  const [first = '', second, ...more] = text.replace(/^(\S+)T/, '$1 ').split(/\s+/);
  if (more.length > 0) return null;
  const found = CLOCK.exec(second ?? first);
  if (found === null) return null;
  const [, hour = '', minute = '', seconds = '00', zone = ''] = found;
  const clock = `${hour.padStart(2, '0')}:${minute}:${seconds}`;
  if (second === undefined) return zone === '' ? clock : null;
  const date = readDate(first);
  return date === null
    ? null
    : `${date}T${clock}${zone.replace(/^([-+]\d{2}):?(\d{2})$/, '$1:$2')}`;
}

function readLevel(text: string): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const folded = fold(text);
  // Object.entries loses the key type; the keys are exactly the names of levels.
  const found = (Object.entries(ACCESS_LEVELS) as [keyof typeof ACCESS_LEVELS, number][]).find(
    ([name]) =>
      [
        name,
        ACCESS_LEVEL_WORDS.ja[name],
        ACCESS_LEVEL_WORDS.en[name],
        ...(CSV_CHOICE_WORDS.level[name] ?? []),
      ].some((label) => fold(label) === folded),
  );
  return found?.[1] ?? null;
}

function parseChoice<Name extends string>(
  text: string,
  names: readonly Name[],
  labels: Readonly<Record<Name, readonly string[]>>,
): string {
  const folded = fold(text);
  return (
    names.find(
      (name) => fold(name) === folded || labels[name].some((label) => fold(label) === folded),
    ) ?? text
  );
}
