/** Escapes the wildcards of `like`. */
const escapeLike = (word: string): string => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

const MAX_WORDS = 8;

/**
 * Patterns for `like any` on lower-case text, one list per word (8 at most): as typed and in half
 * width (NFKC), both in lower case.
 */
export const searchPatterns = (text: string): string[][] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) =>
      [...new Set([word.toLowerCase(), word.normalize('NFKC').toLowerCase()])].map(
        (one) => `%${escapeLike(one)}%`,
      ),
    );
