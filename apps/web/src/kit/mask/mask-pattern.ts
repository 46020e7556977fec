/**
 * Masks of the specification, section 5: `#` a digit, `S` a letter, `N` a letter or digit, `A` and
 * `a` a letter converted to upper or lower case, `X` and `x` a letter or digit converted likewise.
 * A character after a backslash is literal, as is every other character. Letters are those of
 * ASCII.
 */
type Slot =
  | {
      readonly kind: 'entry';
      readonly digit: boolean;
      readonly take: (sign: string) => string | null;
    }
  | { readonly kind: 'fixed'; readonly sign: string };

export type MaskPattern = readonly Slot[];

const DIGIT = /^\d$/;
const LETTER = /^[a-z]$/i;
const EITHER = /^[a-z\d]$/i;
const upper = (sign: string): string => sign.toUpperCase();
const lower = (sign: string): string => sign.toLowerCase();
const same = (sign: string): string => sign;

const entry = (allowed: RegExp, turn: (sign: string) => string): Slot => ({
  kind: 'entry',
  digit: allowed === DIGIT,
  take: (sign) => (allowed.test(sign) ? turn(sign) : null),
});

const TOKENS: Readonly<Record<string, Slot>> = {
  '#': entry(DIGIT, same),
  S: entry(LETTER, same),
  N: entry(EITHER, same),
  A: entry(LETTER, upper),
  a: entry(LETTER, lower),
  X: entry(EITHER, upper),
  x: entry(EITHER, lower),
};

export function maskPattern(mask: string): MaskPattern {
  return [...mask.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, sign = '']) =>
    escaped === undefined
      ? (TOKENS[sign] ?? { kind: 'fixed', sign })
      : { kind: 'fixed', sign: escaped },
  );
}
