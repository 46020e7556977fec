/** Joins items in the style of the language: "A、B、C", "A, B and C". */
export const listWords = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : 'ja-JP', { type: 'conjunction' }).format(parts);
