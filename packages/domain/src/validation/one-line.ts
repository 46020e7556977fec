/**
 * Whether a text stands in one line: no control characters and no other ends of lines.
 * Names stand in lists, subjects of mails and file names.
 */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** For `refine`: what the catalogue says of a text that does not. */
export const ONE_LINE = { params: { notice: 'line-broken' } };
