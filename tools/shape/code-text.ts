/**
 * The text with comments blanked and line breaks kept, so that line numbers stay true. Strings and templates are
 * kept; a slash inside them does not start a comment. Good enough for counting, not a parser.
 */
export function codeWithoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g,
    (match, literal: string | undefined) => literal ?? match.replace(/[^\n]/g, ' '),
  );
}
