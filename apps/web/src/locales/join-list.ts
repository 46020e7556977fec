/** Joins items in the style of the language: "A、B、C", "A, B and C". */
export const joinList = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : 'ja-JP', { type: 'conjunction' }).format(parts);
