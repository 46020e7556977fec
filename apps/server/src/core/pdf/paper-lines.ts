import { NOT_FIRST, NOT_LAST } from './text/ja/kinsoku.ts';

/** How wide some text stands. */
export type WidthOf = (text: string) => number;

/**
 * Signs between which a line may be broken wherever it is not forbidden: kana, ideographs, and what
 * is as wide as they are.
 */
const WIDE =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\u30fb\u30fc\uff00-\uff60]/u;
const KANA_END = /\p{Script=Hiragana}$/u;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Katakana}]/u;
const FIRST_FORBIDDEN = new Set(NOT_FIRST);
const LAST_FORBIDDEN = new Set(NOT_LAST);

/**
 * A text in pieces that stay whole: words with the spaces behind them, and wide signs with what
 * must not leave them.
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
 * The lines of a text in a width; those that its own breaks begin as well. A word that is wider
 * than a line is torn.
 */
export const brokenLines = (text: string, width: number, widthOf: WidthOf): string[] =>
  text.split('\n').flatMap((line) => filled(wholePieces(line), width, widthOf));

/**
 * The same number of lines, as even as they go, and broken rather where a phrase ends (behind kana,
 * before an ideograph): for heads of narrow columns.
 */
export const evenLines = (text: string, width: number, widthOf: WidthOf): string[] =>
  text.split('\n').flatMap((line) => {
    const pieces = wholePieces(line);
    const count = filled(pieces, width, widthOf).length;
    return (
      (count === 1 ? null : bestOf(pieces, count, width, widthOf)) ?? filled(pieces, width, widthOf)
    );
  });

function filled(pieces: readonly string[], width: number, widthOf: WidthOf): string[] {
  const lines = [''];
  for (const piece of pieces.flatMap((one) =>
    widthOf(one.trimEnd()) > width ? Array.from(one) : [one],
  )) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  return lines.map((line) => line.trimEnd());
}

/** What it costs to tear a phrase: within a word of ideographs the most. */
const [TORN_PHRASE, TORN_WORD] = [1.5, 2] as const;

/**
 * The cheapest way to so many lines: what is left free on each, and phrases that are torn. Heads
 * are short: all ways are looked at.
 */
function bestOf(
  pieces: readonly string[],
  count: number,
  width: number,
  widthOf: WidthOf,
): string[] | null {
  const ways = (
    from: number,
    left: number,
  ): { readonly lines: string[]; readonly cost: number } | null => {
    let best: { lines: string[]; cost: number } | null = null;
    for (let to = from + 1; to <= pieces.length; to += 1) {
      const line = pieces.slice(from, to).join('').trimEnd();
      if (widthOf(line) > width) break;
      const rest =
        to === pieces.length
          ? left === 1
            ? { lines: [], cost: 0 }
            : null
          : left > 1
            ? ways(to, left - 1)
            : null;
      if (rest === null) continue;
      const torn = to === pieces.length ? 0 : tornCost(pieces[to - 1] ?? '', pieces[to] ?? '');
      const cost = rest.cost + ((width - widthOf(line)) / width) ** 2 + torn;
      if (best === null || cost < best.cost) best = { lines: [line, ...rest.lines], cost };
    }
    return best;
  };
  return pieces.length > MOST_PIECES ? null : (ways(0, count)?.lines ?? null);
}
const MOST_PIECES = 24;

const tornCost = (piece: string, next: string): number =>
  endsPhrase(piece, next)
    ? 0
    : IDEOGRAPH.test(piece) && IDEOGRAPH.test(next)
      ? TORN_WORD
      : TORN_PHRASE;
const endsPhrase = (piece: string, next: string): boolean =>
  piece.endsWith(' ') || (KANA_END.test(piece) && IDEOGRAPH.test(next));

/**
 * What a head needs: its phrases on a line each as far as they are no wider than so much, its words
 * of letters whole, and so what stands in brackets on a line of its own.
 */
export function neededWidth(text: string, most: number, widthOf: WidthOf): number {
  const phrases = text.split('\n').flatMap((line) =>
    wholePieces(line).reduce<string[]>((all, piece) => {
      const last = all.at(-1);
      return last === undefined || endsPhrase(last, piece)
        ? [...all, piece]
        : [...all.slice(0, -1), last + piece];
    }, []),
  );
  const of = (parts: readonly string[]): number =>
    Math.max(0, ...parts.map((part) => widthOf(part.trimEnd())));
  return Math.max(
    Math.min(of(phrases), most),
    of(
      text
        .split('\n')
        .flatMap((line) => (LAST_FORBIDDEN.has(line.slice(0, 1)) ? [line] : wholePieces(line))),
    ),
  );
}
