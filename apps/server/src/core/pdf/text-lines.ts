import { NOT_FIRST, NOT_LAST } from './locales/ja/kinsoku.ts';

/** Measures the width of a text. */
export type MeasureWidth = (text: string) => number;

/**
 * Characters that allow a line break on either side: kana, ideographs and full-width punctuation.
 */
const WIDE =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\u30fb\u30fc\uff00-\uff60]/u;
const KANA_END = /\p{Script=Hiragana}$/u;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Katakana}]/u;
const FIRST_FORBIDDEN = new Set(NOT_FIRST);
const LAST_FORBIDDEN = new Set(NOT_LAST);

/**
 * Splits a text into unbreakable pieces: words with their trailing spaces, and wide characters with
 * the punctuation that must not leave them.
 */
export function wholePieces(text: string): string[] {
  const pieces: string[] = [];
  for (const sign of text) {
    const last = pieces.at(-1);
    if (last !== undefined && staysWith(last, sign)) pieces[pieces.length - 1] = last + sign;
    else pieces.push(sign);
  }
  return pieces;
}

function staysWith(piece: string, sign: string): boolean {
  const before = Array.from(piece).at(-1) ?? '';
  if (sign === ' ' || FIRST_FORBIDDEN.has(sign) || LAST_FORBIDDEN.has(piece.trimEnd().slice(-1)))
    return true;
  return before !== ' ' && !WIDE.test(before) && !WIDE.test(sign) && !LAST_FORBIDDEN.has(sign);
}

/**
 * Breaks a text into lines of at most `width`, and at its own line breaks. Splits words wider than
 * a line.
 */
export const brokenLines = (text: string, width: number, measureWidth: MeasureWidth): string[] =>
  text.split('\n').flatMap((line) => fillLines(wholePieces(line), width, measureWidth));

/**
 * Breaks a text into the minimum number of lines, as even as possible, preferably at the end of a
 * phrase (after kana, before an ideograph); for headings of narrow columns.
 */
export const evenLines = (text: string, width: number, measureWidth: MeasureWidth): string[] =>
  text.split('\n').flatMap((line) => {
    const pieces = wholePieces(line);
    const count = fillLines(pieces, width, measureWidth).length;
    return (
      (count === 1 ? null : findBestLines(pieces, count, width, measureWidth)) ??
      fillLines(pieces, width, measureWidth)
    );
  });

function fillLines(pieces: readonly string[], width: number, measureWidth: MeasureWidth): string[] {
  const lines = [''];
  for (const piece of pieces.flatMap((one) =>
    measureWidth(one.trimEnd()) > width ? Array.from(one) : [one],
  )) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && measureWidth((line + piece).trimEnd()) > width) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  return lines.map((line) => line.trimEnd());
}

/** Costs of a break within a phrase; within a word of ideographs it is highest. */
const TORN_PHRASE = 1.5;
const TORN_WORD = 2;

/**
 * Finds the cheapest layout with `count` lines, by free space and broken phrases. Headings are
 * short, so it tries all layouts.
 */
function findBestLines(
  pieces: readonly string[],
  count: number,
  width: number,
  measureWidth: MeasureWidth,
): string[] | null {
  const layOut = (
    from: number,
    left: number,
  ): { readonly lines: string[]; readonly cost: number } | null => {
    if (from === pieces.length) return left === 0 ? { lines: [], cost: 0 } : null;
    if (left === 0) return null;
    let best: { lines: string[]; cost: number } | null = null;
    for (let to = from + 1; to <= pieces.length; to += 1) {
      const line = pieces.slice(from, to).join('').trimEnd();
      if (measureWidth(line) > width) break;
      const rest = layOut(to, left - 1);
      if (rest === null) continue;
      const torn = to === pieces.length ? 0 : splitCost(pieces[to - 1] ?? '', pieces[to] ?? '');
      const cost = rest.cost + ((width - measureWidth(line)) / width) ** 2 + torn;
      if (best === null || cost < best.cost) best = { lines: [line, ...rest.lines], cost };
    }
    return best;
  };
  return pieces.length > MAX_PIECES ? null : (layOut(0, count)?.lines ?? null);
}
const MAX_PIECES = 24;

function splitCost(piece: string, next: string): number {
  if (endsPhrase(piece, next)) return 0;
  return IDEOGRAPH.test(piece) && IDEOGRAPH.test(next) ? TORN_WORD : TORN_PHRASE;
}
const endsPhrase = (piece: string, next: string): boolean =>
  piece.endsWith(' ') || (KANA_END.test(piece) && IDEOGRAPH.test(next));

/**
 * Minimum width of a heading: keeps phrases of up to `most` on one line, and Latin words and
 * bracketed lines whole.
 */
export function neededWidth(text: string, most: number, measureWidth: MeasureWidth): number {
  const phrases = text.split('\n').flatMap((line) =>
    wholePieces(line).reduce<string[]>((all, piece) => {
      const last = all.at(-1);
      return last === undefined || endsPhrase(last, piece)
        ? [...all, piece]
        : [...all.slice(0, -1), last + piece];
    }, []),
  );
  const of = (parts: readonly string[]): number =>
    Math.max(0, ...parts.map((part) => measureWidth(part.trimEnd())));
  return Math.max(
    Math.min(of(phrases), most),
    of(
      text
        .split('\n')
        .flatMap((line) => (LAST_FORBIDDEN.has(line.slice(0, 1)) ? [line] : wholePieces(line))),
    ),
  );
}
