import { getByteOffset, type DecodedText, decodeTextFile } from '../byte-text.ts';
import type { FormatProblem, FormatProblemCode } from '../recording.ts';
import { createLineFinder, firstOtherLineEnd, walkRows } from './row-walker.ts';

/** The text of a table with its delimiter, leading comments and problems. */
export type TableText = DecodedText & {
  readonly delimiter: string;
  /** Leading lines that begin with `#`, without it. */
  readonly comments: readonly string[];
  /** Index of the first row. */
  readonly begin: number;
};

const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_SCANNED_LINES = 100;
const MAX_SCANNED_CHARACTERS = 65_536;
const LINES_COMPARED = 20;

/**
 * Detects the encoding (see `decodeTextFile`), delimiter (comma, semicolon, tab, bar, otherwise
 * spaces) and comments of a text. NUL characters and mixed line ends are reported but accepted.
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
    void problems.push({ code, message, byteOffset: getByteOffset(decoded, index) });
  const nul = decoded.text.indexOf('\0');
  if (nul >= 0) add('nulByte', 'text has NUL characters; ignored', nul);
  const strange = firstOtherLineEnd(decoded.text);
  if (strange !== null) add('mixedLineEnds', 'mixed line ends', strange);
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
    const end = lines.findLineEnd(at);
    const line = text.slice(at, end).trim();
    if (line !== '' && !line.startsWith('#')) break;
    if (line !== '') comments.push(line.replace(/^#\s*/, ''));
    at = lines.behind(end);
  }
  return { comments, begin: Math.min(at, text.length) };
}

/** The delimiter that the lines have in common. */
export function findDelimiter(text: string, begin: number): string {
  // Text in quotes contains no delimiters or line ends.
  const head = text
    .slice(begin, begin + MAX_SCANNED_CHARACTERS)
    .replaceAll(/(^|[,;|\t\r\n]) *"(?:[^"]|"")*"/g, '$1""');
  const lines = head
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_SCANNED_LINES);
  // Use the last lines, since a table may have much leading text, and the median count, since one
  // truncated row is not representative.
  const looked = lines.slice(-Math.min(LINES_COMPARED, Math.max(3, Math.ceil(lines.length / 3))));
  const score = (delimiter: string): number =>
    looked.map((line) => line.split(delimiter).length - 1).toSorted((a, b) => a - b)[
      (looked.length - 1) >> 1
    ] ?? 0;
  // With a semicolon or tab, commas are decimal commas.
  for (const delimiter of [';', '\t']) if (score(delimiter) > 0) return delimiter;
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, count: score(delimiter) })).toSorted(
    (a, b) => b.count - a.count,
  );
  return best === undefined || best.count === 0 ? ' ' : best.delimiter;
}

/** All rows of a text, cells without their quotes. */
export type TextTable = {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly encoding: DecodedText['encoding'];
  readonly problems: readonly FormatProblem[];
};

/** Parses the cells of a delimited text as text, e.g. for a list of rooms. */
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
          message: 'a quote never closes; rows from there on omitted',
          byteOffset: getByteOffset(source, open),
        },
      ];
