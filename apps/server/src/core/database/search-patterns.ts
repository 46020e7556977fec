/** What somebody typed is no pattern. */
const literal = (word: string): string => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

const MOST_WORDS = 8;

/**
 * For `like any` on what `lower` gives: every word of a text, each as it was typed and in half
 * width, in small letters.
 */
export const searchPatterns = (text: string): string[][] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) =>
      [...new Set([word.toLowerCase(), word.normalize('NFKC').toLowerCase()])].map(
        (one) => `%${literal(one)}%`,
      ),
    );
