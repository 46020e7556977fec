const [LINE_FEED, RETURN, COMMA, SEMICOLON, TAB, SPACE, BAR] = [10, 13, 44, 59, 9, 32, 124];
/** Those that tables are divided by (packages/formats/src/table/table-text.ts). */
const DELIMITERS = [COMMA, SEMICOLON, TAB, SPACE, BAR];
/** A reader makes its columns from the table's first lines. */
const LINES_LOOKED_AT = 200;

/**
 * How many cells a table may have at most, without reading it: its lines × the most that one of the first ones divides into. A
 * reader makes room for every column of every row; a few megabytes of made-up text can ask for all the memory there is.
 */
export function tableCells(bytes: Uint8Array): number {
  let lines = 1;
  let most = 1;
  const own = new Uint32Array(DELIMITERS.length);
  for (const byte of bytes) {
    if (byte === LINE_FEED || byte === RETURN) {
      lines += 1;
      own.fill(0);
      continue;
    }
    if (lines > LINES_LOOKED_AT) continue;
    const delimiter = DELIMITERS.indexOf(byte);
    if (delimiter < 0) continue;
    own[delimiter] = (own[delimiter] ?? 0) + 1;
    most = Math.max(most, 1 + (own[delimiter] ?? 0));
  }
  return lines * most;
}
