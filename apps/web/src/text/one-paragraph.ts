/** Sentences after one another. Japanese leaves no space between them; languages that write spaces between words do. */
export const oneParagraph = (language: string, sentences: readonly string[]): string =>
  sentences.join(language.startsWith('ja') ? '' : ' ');
