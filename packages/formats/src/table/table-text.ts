import { byteOffsetOf, type DecodedText, decodeTextFile } from '../byte-text.ts';
import type { FormatProblem, FormatProblemCode } from '../recording.ts';
import { createLineFinder, firstOtherLineEnd, walkRows } from './row-walker.ts';

/**
 * A text in which a table lies: how its cells are divided, what stands before it, what is wrong
 * with it as a text.
 */
export type TableText = DecodedText & {
  readonly delimiter: string;
  /** Lines in front that begin with `#`, without it. */
  readonly comments: readonly string[];
  /** Where the rows begin. */
  readonly begin: number;
};

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINES_LOOKED_AT = 100;
const CHARACTERS_LOOKED_AT = 65_536;
const LINES_COMPARED = 20;

/**
 * Finds encoding (see `decodeTextFile`), delimiter (comma, semicolon, tab, bar, else spaces) and
 * comments of a text. NUL characters and line ends of several kinds are named; both are read all
 * the same.
 */
export function openTableText(
  input: Uint8Array | string,
  fallback: 'shift_jis' | 'windows-1252' = 'shift_jis',
): TableText {
  const decoded: DecodedText =
    typeof input === 'string'
      ? {
          text: input.replace(/^\uFEFF/, ''),
          encoding: 'utf-8',
          markBytes: 0,
          byteLength: Infinity,
          problems: [],
        }
      : decodeTextFile(input, fallback);
  const problems = [...decoded.problems];
  const add = (code: FormatProblemCode, message: string, index: number): void =>
    void problems.push({ code, message, byteOffset: byteOffsetOf(decoded, index) });
  const nul = decoded.text.indexOf('\0');
  if (nul >= 0) add('nulByte', 'the text has NUL characters; they are left out', nul);
  const strange = firstOtherLineEnd(decoded.text);
  if (strange !== null) add('mixedLineEnds', 'lines end in more than one way', strange);
  const { comments, begin } = leadingComments(decoded.text);
  return { ...decoded, problems, comments, begin, delimiter: findDelimiter(decoded.text, begin) };
}

function leadingComments(text: string): {
  readonly comments: readonly string[];
  readonly begin: number;
} {
  const comments: string[] = [];
  const lines = createLineFinder(text);
  let at = 0;
  while (at < text.length) {
    const end = lines.endOf(at);
    const line = text.slice(at, end).trim();
    if (line !== '' && !line.startsWith('#')) break;
    if (line !== '') comments.push(line.replace(/^#\s*/, ''));
    at = lines.behind(end);
  }
  return { comments, begin: Math.min(at, text.length) };
}

/** What divides the cells: by what the lines in the middle have in common. */
export function findDelimiter(text: string, begin: number): string {
  // What stands in quotes divides nothing, nor do the line ends in it.
  const head = text
    .slice(begin, begin + CHARACTERS_LOOKED_AT)
    .replaceAll(/(^|[,;|\t\r\n]) *"(?:[^"]|"")*"/g, '$1""');
  const lines = head
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_LOOKED_AT);
  // The last of them: a table may have much text in front. The usual count, not the least: one row
  // that is cut says nothing.
  const looked = lines.slice(-Math.min(LINES_COMPARED, Math.max(3, Math.ceil(lines.length / 3))));
  const score = (delimiter: string): number =>
    looked.map((line) => line.split(delimiter).length - 1).toSorted((a, b) => a - b)[
      (looked.length - 1) >> 1
    ] ?? 0;
  // A semicolon or tab beside commas is the delimiter: the commas are decimal points.
  for (const delimiter of [';', '\t']) if (score(delimiter) > 0) return delimiter;
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, count: score(delimiter) })).toSorted(
    (a, b) => b.count - a.count,
  );
  return best === undefined || best.count === 0 ? ' ' : best.delimiter;
}

/** All rows of a text as they stand, cells without their quotes. */
export type TextTable = {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly encoding: DecodedText['encoding'];
  readonly problems: readonly FormatProblem[];
};

/**
 * Reads the cells of a delimited text, whatever they hold: for tables of words, such as lists of
 * rooms.
 */
export function parseTextTable(
  input: Uint8Array | string,
  fallback: 'shift_jis' | 'windows-1252' = 'shift_jis',
): TextTable {
  const source = openTableText(input, fallback);
  const rows: string[][] = [];
  const open = walkRows(
    source.text,
    source.begin,
    source.delimiter,
    (cells) => rows.push(cells) > 0,
  );
  return {
    rows,
    delimiter: source.delimiter,
    encoding: source.encoding,
    problems: [...source.problems, ...quoteProblems(source, open)],
  };
}

export const quoteProblems = (source: DecodedText, open: number | null): FormatProblem[] =>
  open === null
    ? []
    : [
        {
          code: 'unclosedQuote',
          message: 'a quote never closes; the rows from there on are left out',
          byteOffset: byteOffsetOf(source, open),
        },
      ];
