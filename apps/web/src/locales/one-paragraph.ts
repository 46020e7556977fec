/** The separator of sentences: Japanese writes no spaces. */
export const sentenceGap = (language: string): string => (language.startsWith('ja') ? '' : ' ');

/**
 * Joins sentences. Japanese has no space between them; languages that write spaces between words
 * do.
 */
export const oneParagraph = (language: string, sentences: readonly string[]): string =>
  sentences.join(sentenceGap(language));
