/** Maximum array length; a transposed table has long lines. */
const MAX_CELLS = 2 ** 32 - 1;

/**
 * Iterates over the rows of a delimited text (RFC 4180 and common deviations): lines end with CR
 * LF, LF or CR; a quoted cell may contain delimiters, line ends and doubled quotes; a quote inside
 * a cell is an ordinary character. Blank lines are skipped. `onRow` returns false to stop. A row
 * has at most `maxCells` cells, so a hostile line needs no more memory than its text.
 *
 * @returns the index of a quote that never closes (earlier rows were passed to `onRow`), otherwise
 *   null
 */
export function walkRows(
  text: string,
  begin: number,
  delimiter: string,
  onRow: (cells: string[], index: number) => boolean,
  maxCells = MAX_CELLS,
): number | null {
  const lines = createLineFinder(text);
  for (let at = begin; at < text.length;) {
    const end = lines.findLineEnd(at);
    const line = text.slice(at, end);
    if (isBlank(line)) {
      at = lines.behind(end);
    } else if (delimiter === ' ' || !line.includes('"')) {
      if (!onRow(splitPlain(line, delimiter, maxCells), at)) return null;
      at = lines.behind(end);
    } else {
      const row = splitQuoted(text, at, delimiter, maxCells);
      if (typeof row === 'number') return row;
      if (!onRow(row.cells, at)) return null;
      at = lines.behind(row.end);
    }
  }
  return null;
}

// oxlint-disable-next-line eslint/no-control-regex -- blank lines may contain NUL
const isBlank = (line: string): boolean => /^[\s\u0000]*$/.test(line);
const cleanCell = (cell: string): string =>
  (cell.includes('\0') ? cell.replaceAll('\0', '') : cell).trim();

function splitPlain(line: string, delimiter: string, maxCells: number): string[] {
  return delimiter === ' '
    ? cleanCell(line).split(/\s+/, maxCells)
    : line.split(delimiter, maxCells).map(cleanCell);
}

/**
 * Finds line ends in forward direction only: a text without CR is not searched for one again on
 * every line.
 */
export function createLineFinder(text: string): {
  readonly findLineEnd: (at: number) => number;
  readonly behind: (end: number) => number;
} {
  let carriageReturn = -1;
  let lineFeed = -1;
  const next = (known: number, character: string, at: number): number => {
    if (known >= at) return known;
    const found = text.indexOf(character, at);
    return found < 0 ? text.length : found;
  };
  return {
    findLineEnd: (at) => {
      carriageReturn = next(carriageReturn, '\r', at);
      lineFeed = next(lineFeed, '\n', at);
      return Math.min(carriageReturn, lineFeed);
    },
    behind: (end) => (text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1),
  };
}

type QuotedRow = { readonly cells: string[]; readonly end: number };

/** The row at `begin`, or the index of a quote that never closes. */
function splitQuoted(
  text: string,
  begin: number,
  delimiter: string,
  maxCells: number,
): QuotedRow | number {
  const cells: string[] = [];
  for (let at = begin; ; at++) {
    while (text[at] === ' ') at++;
    let value = '';
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === null) return at;
      value = quoted.value;
      at = quoted.behind;
    }
    const end = cellEnd(text, at, delimiter);
    cells.push(value + cleanCell(text.slice(at, end)));
    at = end;
    if (text[at] !== delimiter || cells.length >= maxCells) return { cells, end: at };
  }
}

/** Content of the quoted cell at `open`, and the index after its closing quote. */
function readQuoted(
  text: string,
  open: number,
): { readonly value: string; readonly behind: number } | null {
  let value = '';
  for (let from = open + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    if (text[quote + 1] !== '"')
      return { value: value + text.slice(from, quote), behind: quote + 1 };
    value += text.slice(from, quote + 1);
    from = quote + 2;
  }
}

function cellEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === delimiter || character === '\n' || character === '\r') return at;
  }
  return text.length;
}

/** Index of the first line end that differs from the first one. */
export function firstOtherLineEnd(text: string): number | null {
  const first = /\r\n|\n|\r/.exec(text);
  if (first === null) return null;
  const other = { '\r\n': /(?<!\r)\n|\r(?!\n)/, '\n': /\r/, '\r': /\n/ }[first[0]];
  const found = other === undefined ? -1 : text.search(other);
  return found < 0 ? null : found;
}
