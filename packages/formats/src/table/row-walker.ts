/** What an array holds; a table that lies across has its series in long lines. */
const MOST_CELLS = 2 ** 32 - 1;

/**
 * Walks over the rows of a delimited text (RFC 4180, and what is found in the wild): lines end in
 * CR LF, LF or CR, a quoted cell may hold delimiters, line ends and doubled quotes, a quote inside
 * a cell is a character like others. Blank lines are no rows. `onRow` says false to stop. A row is
 * divided into `mostCells` at most, so a hostile line takes no more room than its text.
 *
 * @returns where a quote stands that never closes (the rows before it were walked), else null
 */
export function walkRows(
  text: string,
  begin: number,
  delimiter: string,
  onRow: (cells: string[], index: number) => boolean,
  mostCells = MOST_CELLS,
): number | null {
  const lines = createLineFinder(text);
  for (let at = begin; at < text.length;) {
    const end = lines.endOf(at);
    const line = text.slice(at, end);
    if (isBlank(line)) {
      at = lines.behind(end);
    } else if (delimiter === ' ' || !line.includes('"')) {
      if (!onRow(splitPlain(line, delimiter, mostCells), at)) return null;
      at = lines.behind(end);
    } else {
      const row = splitQuoted(text, at, delimiter, mostCells);
      if (typeof row === 'number') return row;
      if (!onRow(row.cells, at)) return null;
      at = lines.behind(row.end);
    }
  }
  return null;
}

// oxlint-disable-next-line eslint/no-control-regex
const isBlank = (line: string): boolean => /^[\s\u0000]*$/.test(line);
const cleanCell = (cell: string): string =>
  (cell.includes('\0') ? cell.replaceAll('\0', '') : cell).trim();

function splitPlain(line: string, delimiter: string, mostCells: number): string[] {
  return delimiter === ' '
    ? cleanCell(line).split(/\s+/, mostCells)
    : line.split(delimiter, mostCells).map(cleanCell);
}

/**
 * Ends of lines, looked for forwards only: a text without a CR is not searched for one again at
 * every line.
 */
export function createLineFinder(text: string): {
  readonly endOf: (at: number) => number;
  readonly behind: (end: number) => number;
} {
  let [carriageReturn, lineFeed] = [-1, -1];
  const next = (known: number, character: string, at: number): number => {
    if (known >= at) return known;
    const found = text.indexOf(character, at);
    return found < 0 ? text.length : found;
  };
  return {
    endOf: (at) => {
      carriageReturn = next(carriageReturn, '\r', at);
      lineFeed = next(lineFeed, '\n', at);
      return Math.min(carriageReturn, lineFeed);
    },
    behind: (end) => (text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1),
  };
}

type QuotedRow = { readonly cells: string[]; readonly end: number };

/** The row at `begin`, or where its quote stands that never closes. */
function splitQuoted(
  text: string,
  begin: number,
  delimiter: string,
  mostCells: number,
): QuotedRow | number {
  const cells: string[] = [];
  for (let at = begin; ; at++) {
    while (text[at] === ' ') at++;
    let value = '';
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === null) return at;
      [value, at] = [quoted.value, quoted.behind];
    }
    const end = cellEnd(text, at, delimiter);
    cells.push(value + cleanCell(text.slice(at, end)));
    at = end;
    if (text[at] !== delimiter || cells.length >= mostCells) return { cells, end: at };
  }
}

/** Content of the quoted cell that begins at `open`, and the place behind its closing quote. */
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

/** Index of the first line end that is not of the kind of the first one. */
export function firstOtherLineEnd(text: string): number | null {
  const first = /\r\n|\n|\r/.exec(text);
  if (first === null) return null;
  const other = { '\r\n': /(?<!\r)\n|\r(?!\n)/, '\n': /\r/, '\r': /\n/ }[first[0]];
  const found = other === undefined ? -1 : text.search(other);
  return found < 0 ? null : found;
}
